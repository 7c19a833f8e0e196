//! Three worker processes on one SQLite file, while a fourth connection holds the only write lock for a while.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::process::{Command, Stdio};

use farm::{Farm, LIMIT};
use rushes_testkit::wait_until;

/// Takes the write lock, says so, and holds it for three seconds.
const HOLD: &str = "import sqlite3, sys, time\n\
    db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)\n\
    db.execute('BEGIN IMMEDIATE'); time.sleep(3); db.execute('COMMIT')";

/// How many shots' frames each worker ended, and how many are done in all.
fn ended(farm: &Farm) -> Vec<u64> {
    let read = "import sqlite3, sys\n\
        db = sqlite3.connect(sys.argv[1], timeout=30)\n\
        for w in ('001', '002', '003'):\n\
        \x20 print(db.execute(\"SELECT COUNT(*) FROM dbvideo_worklog WHERE outcome = 'done' AND worker_id = ?\", (w,)).fetchone()[0])";
    let database = farm.project().join("film.db");
    let read = Command::new("python3").args(["-c", read]).arg(database).stdin(Stdio::null()).output();
    let said = String::from_utf8_lossy(&read.expect("python3 is installed").stdout).into_owned();
    said.lines().map(|line| line.trim().parse().expect("python prints numbers")).collect()
}

#[test]
fn three_processes_share_one_file_fairly_and_none_is_told_that_it_is_locked() {
    let farm = Farm::new();
    let mut demo = farm.start(&mut farm.command(&["demo", "--shots", "120", "--folder", "film"]));
    wait_until("the film is on its way", LIMIT, || {
        farm.project().join("film.db").exists() && ended(&farm).iter().sum::<u64>() > 10
    });
    let mut hold = Command::new("python3");
    hold.args(["-c", HOLD]).arg(farm.project().join("film.db"));
    assert_eq!(farm.finish(&mut hold).code, Some(0), "the fourth connection got the lock");
    assert!(demo.wait(LIMIT).success(), "{}", demo.log());
    let counts = ended(&farm);
    let all: u64 = counts.iter().sum();
    assert_eq!(all, 240, "each shot's frames and its clip, once: {counts:?}");
    for (worker, count) in ["001", "002", "003"].into_iter().zip(&counts) {
        assert!(count * 100 > all * 15, "worker {worker} ended {count} of {all}");
        let log = farm.project().join("logs").join(format!("{worker}.log"));
        let log = std::fs::read_to_string(log).expect("each worker has a log");
        assert!(!log.contains("database is locked"), "{log}");
    }
}

/// Files may not grow over 512 KiB in this shell: a disk that is full, for one process. Only the soft limit is set, so
/// that it can be lifted again.
const SMALL_DISK: &str = "trap '' XFSZ; ulimit -S -f 1024; exec \"$0\" \"$@\"";

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_for_a_while_only_keeps_a_worker_waiting() {
    let farm = Farm::new();
    farm.in_project(&["init", "--size", "160x90", "--fps", "6"]).expect(0);
    let shots: String = (1..=60).map(|it| format!("a harbour {it},1\n")).collect();
    std::fs::write(farm.path("storyboard.csv"), format!("prompt,duration\n{shots}")).expect("it is writable");
    farm.in_project(&["import", "storyboard.csv"]).expect(0);
    let work = farm.command(&["--project", "film", "work", "--id", "001", "--until-done"]);
    let mut limited = Command::new("sh");
    limited.args(["-c", SMALL_DISK]).arg(work.get_program()).args(work.get_args());
    limited.current_dir(farm.folder.path());
    let mut worker = farm.start(&mut limited);
    wait_until("the disk to be full", LIMIT, || worker.log().contains("the database is away"));
    let pid = worker.id().to_string();
    let lifted = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited:"]).status();
    assert!(lifted.expect("prlimit is installed").success());
    assert!(worker.wait(LIMIT).success(), "{}", worker.log());
    let done = farm
        .rows("SELECT stage, COUNT(*) AS ends FROM dbvideo_worklog WHERE outcome = 'done' GROUP BY stage");
    assert_eq!(done.len(), 2, "{done:?}");
    assert!(done.iter().all(|it| it["ends"] == 60), "{done:?}");
    let charged = farm.rows("SELECT SUM(retry_count) AS charged FROM dbvideo_arcpictask");
    assert_eq!(charged[0]["charged"], 0, "{}", worker.log());
    farm.in_project(&["verify"]).expect(0);
}
