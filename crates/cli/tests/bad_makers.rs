//! A maker that does not make a picture: what a person reads of it, word for word, and that nothing of it is kept.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;
use std::process::Command;

use farm::proof::{number, text};
use farm::{Farm, LIMIT};
use rushes_testkit::wait_until;

const SETTINGS: &str = "[makers.bad]
command = [\"sh\", \"MAKER\"]
[film]
width = 160
height = 90
fps = 6
[film.frames]
\"*\" = \"bad\"
[film.timing]
beat = \"500ms\"
stale = \"1min\"
scan = \"200ms\"
poll = \"200ms\"
limit = \"10s\"
retries = 0
";

/// Answers with the picture at `$out`, which ends in the ending of its format.
const ANSWER: &str = "printf '{\"path\": \"%s\"}' \"$out\"";

/// What the maker does with `$out`, and what the alert says after the name of the shot's frame.
const CASES: [(&str, &str, &str); 9] = [
    (
        "garbage",
        "echo 'a lovely picture'",
        "expected one JSON answer on stdout (expected value at line 1 column 1; exit status: 0), got `a lovely picture`",
    ),
    ("silence", "true", "the program ended without an answer (exit status: 0)"),
    ("a hang", "sleep 60", "limit of 10"),
    ("an exit code", "echo 'CUDA out of memory' >&2; exit 3", "CUDA out of memory"),
    ("no file", "ANSWER", "claims/1-1/out.png`, which is no file"),
    ("a file of no bytes", ": > $out; ANSWER", "claims/1-1/out.png` to hold something, got zero bytes"),
    (
        "a picture of one pixel",
        "ffmpeg -v error -f lavfi -i testsrc=size=1x1 -frames:v 1 $out; ANSWER",
        "expected 160x90 pixels, got 1x1",
    ),
    (
        "a JPEG that is cut in half",
        "out=${out%.png}.jpg; ffmpeg -v error -f lavfi -i testsrc=size=160x90 -frames:v 1 whole.jpg; head -c 1000 whole.jpg > $out; ANSWER",
        "the JPEG is cut off: its end mark is missing",
    ),
    (
        "a picture of one colour",
        "ffmpeg -v error -f lavfi -i color=red:size=160x90 -frames:v 1 $out; ANSWER",
        "one colour",
    ),
];

/// A film of one shot whose maker does this, and that has ended.
fn made(script: &str) -> (Farm, String) {
    let farm = Farm::new();
    fs::create_dir(farm.project()).expect("the folder is new");
    fs::write(
        farm.project().join("rushes.toml"),
        SETTINGS.replace("MAKER", &farm.project().join("maker.sh").display().to_string()),
    )
    .expect("the folder is writable");
    let script = script.replace("ANSWER", ANSWER);
    let out =
        "ask=$(cat); out=$(printf '%s' \"$ask\" | sed 's/.*\"out_dir\":\"\\([^\"]*\\)\".*/\\1/')/out.png";
    fs::write(farm.project().join("maker.sh"), format!("{out}\n{script}\n")).expect("the folder is writable");
    fs::write(farm.path("one.csv"), "prompt\nA harbour\n").expect("the folder is writable");
    farm.in_project(&["init"]).expect(0);
    farm.in_project(&["import", "one.csv"]).expect(0);
    let said = farm.in_project(&["work", "--id", "001", "--until-done"]).expect(1);
    (farm, said)
}

#[test]
fn what_a_bad_maker_did_is_said_and_nothing_of_it_is_kept() {
    let mut wrong = Vec::new();
    for (what, script, words) in CASES {
        let (farm, said) = made(script);
        assert!(said.contains("error: given up: 1 shot\nhint: `rushes alerts`"), "{what}: {said}");
        let alerts = farm.rows("SELECT kind, message FROM dbvideo_alert");
        assert_eq!(alerts.len(), 1, "{what}: {alerts:?}");
        let message = text(&alerts[0], "message");
        if !message.contains(words) {
            wrong.push(format!("{what}: expected `{words}` in `{message}`"));
        }
        let task = farm.rows("SELECT status, retry_count, firstpic FROM dbvideo_arcpictask").remove(0);
        assert_eq!((number(&task, "status"), number(&task, "retry_count")), (3, 1), "{what}");
        assert!(task["firstpic"].is_null(), "{what}");
        farm.in_project(&["verify"]).expect(0);
        let spool = fs::read_dir(farm.project().join("spool/001/claims")).expect("the worker has a spool");
        assert_eq!(spool.count(), 0, "{what}");
        wait_until("the maker's processes to be gone", LIMIT, || {
            !runs(&farm.project().join("maker.sh").display().to_string())
        });
    }
    assert_eq!(wrong, [""; 0]);
}

/// Whether a process has these words in its command line.
fn runs(words: &str) -> bool {
    let listed = Command::new("ps").args(["-eo", "args"]).output().expect("ps is installed");
    String::from_utf8_lossy(&listed.stdout).lines().any(|it| it.contains(words))
}
