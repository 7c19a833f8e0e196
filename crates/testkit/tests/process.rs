//! Processes of a test are stopped, thawed, waited for, and never left behind.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rushes_testkit::{Process, Signal, wait_until};

const LIMIT: Duration = Duration::from_secs(60);
/// Names a file to the copy of this test program that is to be killed.
const INNER: &str = "RUSHES_TESTKIT_INNER";

fn shell(script: &str, folder: &Path) -> Process {
    Process::spawn(
        "a shell",
        Command::new("sh").args(["-c", script]).current_dir(folder),
        &folder.join("log"),
    )
}

fn size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |metadata| metadata.len())
}

/// A process that shows by a growing file that it runs.
const GROW: &str = "while :; do echo tick >> ticks; sleep 0.01; done";

#[test]
fn output_and_errors_go_to_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = shell("echo one; echo two >&2; exit 3", folder.path());
    assert_eq!(process.wait(LIMIT).code(), Some(3));
    assert_eq!(process.log(), "one\ntwo\n");
}

#[test]
fn a_stopped_process_goes_on_only_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let ticks = folder.path().join("ticks");
    let process = shell(GROW, folder.path());
    wait_until("the first tick", LIMIT, || size(&ticks) > 0);
    process.signal(Signal::Stop);
    let state = || std::fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap_or_default();
    if cfg!(target_os = "linux") {
        wait_until("the process to stand still", LIMIT, || state().contains(") T "));
    }
    let stopped = size(&ticks);
    process.signal(Signal::Continue);
    wait_until("another tick", LIMIT, || size(&ticks) > stopped);
}

#[test]
fn a_request_to_end_can_be_answered() {
    let folder = tempfile::tempdir().unwrap();
    for (signal, name) in [(Signal::Terminate, "TERM"), (Signal::Interrupt, "INT")] {
        let ready = folder.path().join(name);
        let script = format!("trap 'exit 7' {name}; touch {name}; while :; do sleep 0.01; done");
        let mut process = shell(&script, folder.path());
        wait_until("the trap", LIMIT, || ready.exists());
        process.signal(signal);
        assert_eq!(process.wait(LIMIT).code(), Some(7), "{name}");
    }
}

#[test]
#[should_panic(expected = "got this log:\nstill here")]
fn a_process_that_does_not_end_is_killed_and_its_log_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = shell("echo still here; exec sleep 1000", folder.path());
    wait_until("its word", LIMIT, || !process.log().is_empty());
    let _never = process.wait(Duration::from_millis(10));
}

#[test]
fn a_killed_test_program_leaves_no_process_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ticks = folder.path().join("ticks");
    if let Some(folder) = std::env::var_os(INNER) {
        let mut process = shell(GROW, Path::new(&folder));
        let _never = process.wait(LIMIT);
    }
    let mut inner = Process::spawn(
        "this test again",
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_killed_test_program_leaves_no_process_behind"])
            .env(INNER, folder.path()),
        &folder.path().join("inner.log"),
    );
    wait_until("the first tick", LIMIT, || size(&ticks) > 0);
    inner.kill();
    let mut last = 0;
    wait_until("a second without a tick", LIMIT, || {
        std::thread::sleep(Duration::from_secs(1));
        std::mem::replace(&mut last, size(&ticks)) == size(&ticks)
    });
}
