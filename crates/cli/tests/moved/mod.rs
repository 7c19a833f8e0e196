//! What the tests of moving have in common: another database for the same project, and what a backup says.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rushes_testkit::{Backend, Fresh, fresh};
use serde_json::Value;

use crate::crew::{Crew, Pace, Plan};

/// Workers hear at once what is wanted of them, and nobody is found dead: what goes on after a move goes on because the
/// move let it go.
pub(crate) const STEADY: Pace = Pace { beat: "500ms", stale: "10min" };

/// The rows of a backup, by table and in its order.
pub(crate) fn rows_of(backup: &Path) -> BTreeMap<String, Vec<Value>> {
    let mut tables: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in fs::read_to_string(backup).expect("the backup is there").lines() {
        let line: Value = serde_json::from_str(line).expect("each line is JSON");
        if let Some(table) = line["table"].as_str() {
            let name = table.trim_start_matches("dbvideo_").to_owned();
            tables.entry(name).or_default().push(line["row"].clone());
        }
    }
    tables
}

impl Crew {
    /// Points the project at another database, in which nothing is yet, and makes the film's tables there.
    #[track_caller]
    pub(crate) fn settle_in(self, db: Fresh) -> Crew {
        let file = self.farm.project().join("rushes.toml");
        let settings = fs::read_to_string(&file).expect("the project has settings");
        assert!(settings.contains(&self.db.url));
        fs::write(&file, settings.replace(&self.db.url, &db.url)).expect("the folder is writable");
        let crew = Crew { farm: self.farm, db };
        crew.run(&["init"]).expect(0);
        crew
    }

    /// A file of the test, as it is typed.
    pub(crate) fn path(&self, name: &str) -> String {
        self.farm.path(name).display().to_string()
    }
}

/// A film of one done shot, and its backup.
#[track_caller]
pub(crate) fn backed_up() -> (Crew, PathBuf) {
    let plan = Plan { types: &["scene", "scene"], frames: "animatic", clips: "null", pace: STEADY };
    let crew = Crew::new(fresh(Backend::Sqlite), &plan);
    crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
    let backup = crew.farm.path("film.rushes.jsonl");
    crew.run(&["backup", &backup.display().to_string()]).expect(0);
    (crew, backup)
}
