//! What must be true at the end of a film, whatever happened on the way: rows, worklog, journal and files agree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::Crew;
use crate::farm::proof::{number, sha256, text};

/// What an unhurt run and one with a killed worker have in common.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    images: Vec<Vec<String>>,
    clips: Vec<Vec<String>>,
    /// Shots with their ends 'done', by stage.
    done: Vec<Vec<String>>,
    metas: i64,
    accepted: i64,
    open: i64,
    alerts: i64,
    files: usize,
}

/// A claim of one shot, in the order of its numbers.
type Ends = BTreeMap<(String, i64), String>;

impl Crew {
    /// What is counted at the end, after `verify --repair` has set aside what no row names.
    #[track_caller]
    pub(crate) fn counts(&self) -> Counts {
        self.verify();
        Counts {
            images: self
                .ask("SELECT status, COUNT(*) FROM dbvideo_arcpictask GROUP BY status ORDER BY status"),
            clips: self.ask("SELECT status, COUNT(*) FROM dbvideo_process GROUP BY status ORDER BY status"),
            done: self.ask(
                "SELECT stage, COUNT(*), COUNT(DISTINCT scenecode) FROM dbvideo_worklog
                 WHERE outcome = 'done' GROUP BY stage ORDER BY stage",
            ),
            metas: self.number("SELECT COUNT(*) FROM dbvideo_videometa"),
            accepted: self.number(
                "SELECT COUNT(DISTINCT scenecode) FROM dbvideo_submission WHERE outcome = 'accepted'",
            ),
            open: self.number("SELECT COUNT(*) FROM dbvideo_submission WHERE outcome = 'intent'"),
            alerts: self.number("SELECT COUNT(*) FROM dbvideo_alert"),
            files: count_files(&self.farm.path("media/frames")) + count_files(&self.farm.path("media/clips")),
        }
    }

    /// Every named file is there and whole; what a dead worker left beside them can be explained and set aside.
    #[track_caller]
    fn verify(&self) {
        let said = self.run(&["verify", "--repair"]).expect(0);
        assert!(said.contains("broken: 0 shots"), "{said}");
        self.run(&["verify"]).expect(0);
    }

    /// The journal, which the makers wrote beside the database, tells the same story as the rows.
    #[track_caller]
    pub(crate) fn assert_journal_explained(&self) {
        let journal = self.farm.journal();
        self.frames_explained(&journal);
        self.submissions_explained(&journal);
        self.clips_explained(&journal);
    }

    /// How the claims of a stage ended.
    #[track_caller]
    fn ends(&self, stage: &str) -> Ends {
        let rows = self.ask(&format!(
            "SELECT scenecode, claim_seq, outcome FROM dbvideo_worklog WHERE stage = '{stage}'"
        ));
        rows.into_iter()
            .map(|row| ((row[0].clone(), row[1].parse().expect("a claim has a number")), row[2].clone()))
            .collect()
    }

    /// Each side of each shot is made once in a claim; each making but the true one has its reason in the worklog; the
    /// rows name the bytes of the true one.
    #[track_caller]
    fn frames_explained(&self, journal: &[Value]) {
        let ends = self.ends("frames");
        let made = journal.iter().filter(|it| text(it, "what") == "frame" && text(it, "result") == "made");
        let mut seen = BTreeSet::new();
        let mut hashes = BTreeMap::new();
        for line in made {
            let at = (text(line, "scenecode").to_owned(), number(line, "claim_seq"));
            let side = text(line, "side");
            assert!(seen.insert((at.clone(), side)), "made twice in one claim: {line}");
            let end = ends.get(&at).map(String::as_str);
            match end {
                Some("done") => drop(hashes.insert((at.0, side), text(line, "sha256"))),
                Some("lost" | "retry" | "released") => {}
                _ => panic!("made without a reason, the worklog says {end:?}: {line}"),
            }
        }
        for row in self.ask("SELECT scenecode, firstpic, secondpic FROM dbvideo_arcpictask") {
            for (side, path) in [("first", &row[1]), ("last", &row[2])] {
                let hash = hashes.get(&(row[0].clone(), side)).copied();
                assert_eq!(hash, Some(sha256(&self.media(path)).as_str()), "the {side} frame of {row:?}");
            }
        }
    }

    /// Between two accepted submissions of one shot the worklog says why the first came to nothing.
    #[track_caller]
    fn submissions_explained(&self, journal: &[Value]) {
        let ends = self.ends("clip");
        let mut accepted: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
        for line in journal.iter().filter(|it| text(it, "result") == "accepted") {
            accepted.entry(text(line, "scenecode")).or_default().push(number(line, "claim_seq"));
        }
        for (scenecode, claims) in accepted {
            for pair in claims.windows(2) {
                let between = ends.range((scenecode.to_owned(), pair[0])..(scenecode.to_owned(), pair[1]));
                let reasons: Vec<&String> = between.map(|(_, outcome)| outcome).collect();
                assert!(
                    reasons.iter().any(|it| ["lost", "retry", "released"].contains(&it.as_str())),
                    "{scenecode} was submitted again without a reason: {pair:?}, {reasons:?}"
                );
            }
        }
    }

    /// Each clip is what its maker handed out for just this submission.
    #[track_caller]
    fn clips_explained(&self, journal: &[Value]) {
        let fetched: BTreeSet<(&str, &str)> = journal
            .iter()
            .filter(|it| text(it, "result") == "fetched")
            .map(|it| (text(it, "vdurl"), text(it, "sha256")))
            .collect();
        for row in self.ask("SELECT vdurl, sha256, path FROM dbvideo_videometa") {
            assert!(fetched.contains(&(row[0].as_str(), row[1].as_str())), "nobody fetched {row:?}");
            assert_eq!(sha256(&self.media(&row[2])), row[1], "{row:?}");
        }
    }
}

/// How many files are in a folder and those below it; without copies that a killed worker has not ended, which
/// `verify` sets aside when they are an hour old.
fn count_files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|it| it.expect("the folder is readable").path());
    let ended = paths.filter(|it| !it.to_string_lossy().contains(".part-"));
    ended.map(|it| if it.is_dir() { count_files(&it) } else { 1 }).sum()
}
