use std::process::Command;
use std::time::Duration;

use rushes_core::FaultClass;
use serde_json::Value;

use super::*;
use crate::fixture::{clip_request, frame_request};
use crate::null::{NullClips, NullFrames};
use crate::{MakerSettings, frame_maker};

fn lines(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A maker that answers as it is told, or never.
#[derive(Debug)]
struct Scripted(Option<Fault>);

#[async_trait]
impl FrameMaker for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    async fn make(&self, _request: &FrameRequest) -> Result<MadeFrame, Fault> {
        match &self.0 {
            Some(fault) => Err(fault.clone()),
            None => std::future::pending().await,
        }
    }

    async fn examine(&self) -> Result<String, Fault> {
        Ok(String::new())
    }
}

#[tokio::test]
async fn a_made_frame_is_written_with_the_hash_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let maker = JournaledFrames::new(NullFrames, Journal::open(&path).unwrap());
    let made = maker.make(&frame_request(folder.path())).await.unwrap();
    let [line] = &lines(&path)[..] else { panic!("expected one line") };
    assert_eq!(line["what"], "frame");
    assert_eq!(line["side"], "first");
    assert_eq!(line["scenecode"], "SCN000245");
    assert_eq!(line["worker"], "001");
    assert_eq!(line["claim_seq"], 3);
    assert_eq!(line["maker"], "null");
    assert_eq!(line["result"], "made");
    assert!(line["at_ms"].as_u64().unwrap() > 1_600_000_000_000);
    let facts = rushes_media::check_frame(&made.path, 64, 48).unwrap();
    assert_eq!(line["sha256"], facts.sha256);
}

#[tokio::test]
async fn faults_and_calls_that_nobody_waited_for_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let journal = Journal::open(&path).unwrap();
    let busy = Scripted(Some(Fault::new(FaultClass::Busy, "no room")));
    let request = frame_request(folder.path());
    JournaledFrames::new(busy, journal.clone()).make(&request).await.unwrap_err();
    let never = JournaledFrames::new(Scripted(None), journal);
    tokio::time::timeout(Duration::from_millis(1), never.make(&request)).await.unwrap_err();
    let results: Vec<Value> = lines(&path).into_iter().map(|line| line["result"].clone()).collect();
    assert_eq!(results, ["fault: busy", "aborted"]);
}

#[tokio::test]
async fn a_submission_is_written_before_and_after_and_its_fetch_names_the_shot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let maker = JournaledClips::new(NullClips, Journal::open(&path).unwrap());
    let accepted = maker.submit(&clip_request(folder.path()).await).await.unwrap();
    let out = folder.path().join("clip.mp4");
    maker.fetch(&accepted.vdurl, "", &out).await.unwrap();
    maker.fetch("null-unknown", "", &out).await.unwrap_err();
    let told: Vec<String> = lines(&path)
        .iter()
        .map(|it| {
            format!("{} {} {} {}", it["what"], it["result"], it["scenecode"], it["claim_seq"])
                .replace('"', "")
        })
        .collect();
    let expected = [
        "submit asked SCN000245 4",
        "submit accepted SCN000245 4",
        "fetch fetched SCN000245 4",
        "fetch fault: task null null",
    ];
    assert_eq!(told, expected);
    let lines = lines(&path);
    assert_eq!(lines[1]["vdurl"], accepted.vdurl);
    assert_eq!(lines[2]["vdurl"], accepted.vdurl);
    assert_eq!(lines[2]["sha256"], sha256(&out).unwrap());
}

/// The test runs itself again with the variable set; there it makes a frame.
#[tokio::test]
async fn the_environment_names_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    if std::env::var_os(VARIABLE).is_some() {
        let maker = frame_maker("null", &MakerSettings::default()).unwrap();
        maker.make(&frame_request(folder.path())).await.unwrap();
        return;
    }
    let path = folder.path().join("journal");
    let this = ["--exact", "journal::tests::the_environment_names_the_journal"];
    let run =
        || Command::new(std::env::current_exe().unwrap()).args(this).env(VARIABLE, &path).output().unwrap();
    assert!(run().status.success() && run().status.success());
    assert_eq!(lines(&path).len(), 2);
}

#[test]
fn a_journal_that_cannot_be_opened_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let error = Journal::open(&folder.path().join("none").join("journal")).unwrap_err();
    assert!(error.to_string().starts_with("open the journal `"), "{error}");
}
