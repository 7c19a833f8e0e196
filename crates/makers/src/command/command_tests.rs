use std::time::Instant;

use rushes_core::FrameSide;

use super::*;
use crate::fixture::frame_request;

/// A maker that runs a shell script.
fn shell(script: &str) -> CommandFrames {
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    CommandFrames::new("mine", &MakerEntry { command, limit: None, folder: None }).unwrap()
}

/// What a script's answer is taken for.
async fn fault_of(script: &str) -> Fault {
    let folder = tempfile::tempdir().unwrap();
    shell(script).make(&frame_request(folder.path())).await.unwrap_err()
}

fn check(fault: &Fault, class: FaultClass, parts: &[&str]) {
    assert_eq!(fault.class, class, "{fault}");
    for part in parts {
        assert!(fault.message.contains(part), "expected `{part}` in `{fault}`");
    }
}

#[tokio::test]
async fn the_request_is_one_line_of_json_and_the_answered_file_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first.png");
    let request =
        FrameRequest { side: FrameSide::Last, first_frame: Some(first), ..frame_request(folder.path()) };
    let out = folder.path().display();
    let script = format!(
        "cat > '{out}/asked'; echo x > '{out}/out.png'; echo '{{\"path\": \"out.png\", \"seed\": 9}}'"
    );
    let made = shell(&script).make(&request).await.unwrap();
    assert_eq!(made, MadeFrame { path: folder.path().join("out.png"), seed: 9 });
    let asked = std::fs::read_to_string(folder.path().join("asked")).unwrap();
    assert_eq!(asked.matches('\n').count(), 1);
    let asked: serde_json::Value = serde_json::from_str(&asked).unwrap();
    let expected = serde_json::json!({
        "version": 1, "scenecode": "SCN000245", "tasktype": "scene", "side": "last", "chapter": 12,
        "title": "The platform", "prompt": "站台 at dusk", "negative_prompt": "text", "seed": 7, "width": 64,
        "height": 48, "first_frame": folder.path().join("first.png"), "refs": ["lin.png"],
        "out_dir": folder.path(), "limit_seconds": 60.0, "worker": "001", "claim_seq": 3,
    });
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn a_program_that_never_reads_its_request_can_answer() {
    let folder = tempfile::tempdir().unwrap();
    let request = FrameRequest { prompt: "x".repeat(5_000_000), ..frame_request(folder.path()) };
    std::fs::write(folder.path().join("a.png"), "x").unwrap();
    let made = shell("exec <&-; echo '{\"path\": \"a.png\"}'").make(&request).await.unwrap();
    assert_eq!(made.seed, 7);
}

#[tokio::test]
async fn the_classes_of_faults_are_told_by_the_program() {
    for class in FaultClass::ALL {
        let word = class.as_str();
        let script =
            format!("echo '{{\"error\": \"no luck\", \"class\": \"{word}\", \"retry_after\": 1.5}}'; exit 1");
        let fault = fault_of(&script).await;
        check(&fault, class, &["no luck"]);
        assert_eq!(fault.retry_after, Some(Duration::from_millis(1500)));
    }
    check(&fault_of("echo '{\"error\": \"no luck\"}'").await, FaultClass::Task, &["no luck"]);
    let odd = fault_of("echo '{\"error\": \"no luck\", \"class\": \"odd\", \"retry_after\": -1}'").await;
    check(&odd, FaultClass::Task, &["no luck", "`odd`"]);
    assert_eq!(odd.retry_after, None);
}

#[tokio::test]
async fn no_answer_and_garbage_are_faults_of_the_task_with_what_the_program_wrote() {
    check(
        &fault_of("echo why >&2; exit 3").await,
        FaultClass::Task,
        &["without an answer", "3", "it wrote: why"],
    );
    check(
        &fault_of("echo Loading model; echo '{}'").await,
        FaultClass::Task,
        &["one JSON answer", "`Loading model"],
    );
    check(&fault_of("printf '\\377\\376'").await, FaultClass::Task, &["one JSON answer"]);
    check(&fault_of("echo '{}'").await, FaultClass::Task, &["`path` or `error`"]);
    check(&fault_of("echo '{\"path\": \"none.png\"}'").await, FaultClass::Task, &["none.png", "no file"]);
    check(&fault_of("echo '{\"path\": \"/\"}'; exit 5").await, FaultClass::Task, &["failed", "5"]);
    check(&fault_of("kill -9 $$").await, FaultClass::Task, &["without an answer", "signal"]);
}

#[tokio::test]
async fn a_missing_program_is_a_fault_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    for program in ["no-such-program-here", "/no/such/program"] {
        let entry = MakerEntry { command: vec![program.to_owned()], limit: None, folder: None };
        let maker = CommandFrames::new("mine", &entry).unwrap();
        let fault = maker.make(&frame_request(folder.path())).await.unwrap_err();
        check(&fault, FaultClass::Machine, &["could not start the program", program]);
        check(&maker.examine().await.unwrap_err(), FaultClass::Machine, &[program, "`mine`"]);
    }
    check(&fault_of("no-such-program-here").await, FaultClass::Machine, &["without an answer"]);
    assert_eq!(shell("exit 0").examine().await.unwrap(), "runs `sh -c exit 0`");
}

#[tokio::test]
async fn of_stderr_the_last_eight_kilobytes_are_kept() {
    let fault = fault_of("echo begin >&2; yes line | head -c 300000 >&2; printf '\\377 the end' >&2").await;
    check(&fault, FaultClass::Task, &["\u{FFFD} the end"]);
    assert!(!fault.message.contains("begin"));
    assert!((8_000..9_000).contains(&fault.message.len()), "{}", fault.message.len());
}

#[tokio::test]
async fn a_flood_on_stdout_ends_the_program() {
    let fault = fault_of("trap '' PIPE; while true; do yes; sleep 0.1; done").await;
    check(&fault, FaultClass::Task, &["over 1048576 bytes"]);
}

#[tokio::test]
async fn a_child_that_keeps_the_pipe_open_does_not_keep_the_maker() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.png"), "x").unwrap();
    let started = Instant::now();
    shell("sleep 20 & echo '{\"path\": \"a.png\"}'").make(&frame_request(folder.path())).await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(10));
}

/// A script that notes its own id and that of a child, then hangs.
fn hanging(folder: &Path) -> String {
    let out = folder.display();
    format!("sleep 300 & echo working >&2; echo \"$! $$\" > '{out}/part'; mv '{out}/part' '{out}/ids'; wait")
}

/// The ids that the script noted, once it has.
async fn ids(folder: &Path) -> Vec<i32> {
    loop {
        if let Ok(text) = std::fs::read_to_string(folder.join("ids")) {
            return text.split_whitespace().map(|it| it.parse().unwrap()).collect();
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Waits until none of the processes runs any more.
async fn gone(ids: &[i32]) {
    for id in ids {
        let runs = || {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            // A process that is dead but not collected by its new parent counts as gone.
            stat.rsplit(')')
                .next()
                .is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
        };
        while runs() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn past_its_limit_a_program_and_its_children_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let maker = CommandFrames { limit: Some(Duration::from_secs(1)), ..shell(&hanging(folder.path())) };
    let fault = maker.make(&frame_request(folder.path())).await.unwrap_err();
    check(&fault, FaultClass::Task, &["limit of 1 s", "it wrote: working"]);
    gone(&ids(folder.path()).await).await;
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn an_aborted_make_leaves_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let (maker, request) = (shell(&hanging(folder.path())), frame_request(folder.path()));
    let making = tokio::spawn(async move { maker.make(&request).await });
    let ids = ids(folder.path()).await;
    making.abort();
    gone(&ids).await;
}

#[tokio::test]
async fn the_example_draws_frames_that_pass_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/makers/card.py");
    let command = vec!["python3".to_owned(), script.display().to_string()];
    let maker = CommandFrames::new("card", &MakerEntry { command, limit: None, folder: None }).unwrap();
    for (width, height) in [(64, 48), (321, 181)] {
        let request = FrameRequest { width, height, ..frame_request(folder.path()) };
        let made = maker.make(&request).await.unwrap();
        rushes_media::check_frame(&made.path, width, height).unwrap();
    }
}
