//! The proof that no shot was lost and none made twice without a reason: the journal, which the makers wrote outside of
//! the database, against worklog, ledger, rows and files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::Farm;

/// A text of a row or a line; empty where there is none.
pub(crate) fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

/// A number of a row or a line.
#[track_caller]
pub(crate) fn number(row: &Value, key: &str) -> i64 {
    row[key].as_i64().unwrap_or_else(|| panic!("expected `{key}` to be a number in {row}"))
}

type Claim = (String, i64);

fn claim(row: &Value) -> Claim {
    (text(row, "scenecode").to_owned(), number(row, "claim_seq"))
}

/// How often each key comes.
fn count<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    counts
}

/// Panics unless everything that was made has a row, a reason and a file, and the other way round; every shot must be
/// done.
#[track_caller]
pub(crate) fn assert_journal_matches(farm: &Farm) {
    let journal = farm.journal();
    let worklog = farm.rows("SELECT * FROM dbvideo_worklog ORDER BY id");
    frames_are_explained(&journal, &worklog);
    submissions_are_explained(farm, &journal, &worklog);
    fetches_are_explained(&journal, &worklog);
    files_are_those_that_were_made(farm, &journal);
}

/// Each frame was made in a claim that the worklog knows, once for each claim, and is done once for each shot.
#[track_caller]
fn frames_are_explained(journal: &[Value], worklog: &[Value]) {
    let ended: BTreeSet<Claim> =
        worklog.iter().filter(|it| text(it, "stage") == "frames").map(claim).collect();
    let calls = journal.iter().filter(|it| text(it, "what") == "frame");
    for ((at, side), times) in count(calls.clone().map(|it| (claim(it), text(it, "side")))) {
        assert_eq!(times, 1, "the {side} frame of {at:?} was made more than once in one claim");
        assert!(
            ended.contains(&at),
            "the {side} frame of {at:?} was made, and the worklog does not know the claim"
        );
    }
    let made = count(
        calls.filter(|it| text(it, "result") == "made").map(|it| (text(it, "scenecode"), text(it, "side"))),
    );
    let claims = count(ended.iter().map(|(scenecode, _)| scenecode.as_str()));
    let done = worklog.iter().filter(|it| text(it, "stage") == "frames" && text(it, "outcome") == "done");
    let done = count(done.map(|it| text(it, "scenecode")));
    for (scenecode, times) in &done {
        assert_eq!(*times, 1, "the frames of {scenecode} were confirmed more than once");
        for side in ["first", "last"] {
            let times = made.get(&(scenecode, side)).copied().unwrap_or(0);
            assert!(times >= 1, "nobody made the {side} frame of {scenecode}");
            assert!(times <= claims[scenecode], "the {side} frame of {scenecode} was made without a reason");
        }
    }
}

/// Each call of the platform has its row in the ledger, and each accepted one but the last of a shot its reason.
#[track_caller]
fn submissions_are_explained(farm: &Farm, journal: &[Value], worklog: &[Value]) {
    let ledger = farm.rows("SELECT * FROM dbvideo_submission");
    let known: BTreeSet<Claim> = ledger.iter().filter(|it| !it["sent_at"].is_null()).map(claim).collect();
    let of = |result: &'static str| {
        journal.iter().filter(move |it| text(it, "what") == "submit" && text(it, "result") == result)
    };
    for (at, times) in count(of("asked").map(claim)) {
        assert_eq!(times, 1, "{at:?} was submitted more than once in one claim");
        assert!(known.contains(&at), "{at:?} was submitted, and the ledger does not know it");
    }
    let ids: BTreeSet<&str> = ledger.iter().map(|it| text(it, "vdurl")).collect();
    // A worker that died before it could note the answer left a submission of which that much is known.
    let unknown: BTreeSet<Claim> =
        ledger.iter().filter(|it| text(it, "outcome") == "unknown").map(claim).collect();
    for line in of("accepted") {
        let told = ids.contains(text(line, "vdurl")) || unknown.contains(&claim(line));
        assert!(told, "the ledger dropped the id of {line}");
    }
    let ended =
        count(worklog.iter().filter(|it| text(it, "stage") == "clip").map(|it| text(it, "scenecode")));
    for (scenecode, times) in count(of("asked").map(|it| text(it, "scenecode"))) {
        let reasons = ended.get(scenecode).copied().unwrap_or(0);
        assert!(times <= reasons, "{scenecode} was submitted {times} times, the worklog has {reasons} ends");
    }
}

/// No clip was fetched more often than the worklog says why.
#[track_caller]
fn fetches_are_explained(journal: &[Value], worklog: &[Value]) {
    let clips = worklog.iter().filter(|it| text(it, "stage") == "clip");
    let ended = count(clips.clone().map(|it| text(it, "scenecode")));
    let fetched = journal.iter().filter(|it| text(it, "result") == "fetched");
    let fetched = count(fetched.map(|it| text(it, "scenecode")));
    let done = count(clips.filter(|it| text(it, "outcome") == "done").map(|it| text(it, "scenecode")));
    for (scenecode, times) in done {
        assert_eq!(times, 1, "the clip of {scenecode} was finished more than once");
        let fetched = fetched.get(scenecode).copied().unwrap_or(0);
        assert!(fetched >= 1, "nobody fetched the clip of {scenecode}");
        assert!(
            fetched <= ended[scenecode],
            "the clip of {scenecode} was fetched {fetched} times without a reason"
        );
    }
}

/// Each row names files with the bytes that the journal says were made for just this shot.
#[track_caller]
fn files_are_those_that_were_made(farm: &Farm, journal: &[Value]) {
    let made: BTreeSet<(&str, &str, &str)> = journal
        .iter()
        .filter(|it| !text(it, "sha256").is_empty())
        .map(|it| (text(it, "scenecode"), text(it, "side"), text(it, "sha256")))
        .collect();
    let shots = farm.rows(
        "SELECT shot.scenecode, task.status, task.firstpic, task.secondpic, clip.status AS clip, meta.path, meta.sha256
         FROM dbvideo_shot shot LEFT JOIN dbvideo_arcpictask task ON task.scenecode = shot.scenecode
         LEFT JOIN dbvideo_process clip ON clip.scenecode = shot.scenecode
         LEFT JOIN dbvideo_videometa meta ON meta.scenecode = shot.scenecode",
    );
    let media = farm.project().join("media");
    for shot in &shots {
        let scenecode = text(shot, "scenecode");
        assert!(number(shot, "status") == 2 && text(shot, "clip") == "done", "{shot} is not done");
        for (side, path) in [("first", "firstpic"), ("last", "secondpic"), ("", "path")] {
            let hash = sha256(&media.join(text(shot, path)));
            assert!(made.contains(&(scenecode, side, &hash)), "`{path}` of {shot} is not what was made");
        }
        assert_eq!(sha256(&media.join(text(shot, "path"))), text(shot, "sha256"));
    }
}

/// The hash of a file as the journal writes it.
#[track_caller]
pub(crate) fn sha256(file: &Path) -> String {
    let bytes =
        std::fs::read(file).unwrap_or_else(|error| panic!("could not read {}: {error}", file.display()));
    Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
