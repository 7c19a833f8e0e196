//! A film, and the proof that nothing of it has changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest as _, Sha256};

use crate::farm::Farm;

/// A film of one shot, made.
pub(crate) fn made() -> Farm {
    let farm = Farm::new();
    fs::write(farm.path("one.csv"), "scenecode,prompt,duration\nA,rain,1\n").expect("the folder is writable");
    farm.in_project(&["init", "--size", "160x90", "--fps", "6"]).expect(0);
    farm.in_project(&["run", "one.csv"]).expect(0);
    farm
}

/// Prints all tables with all their rows.
const DUMP: &str =
    "import sqlite3, sys\nfor line in sqlite3.connect(sys.argv[1], timeout=60).iterdump(): print(line)";

/// Every row of every table, and every other file below the folder, by its hash. What a reader of the database touches
/// (its log, its shared memory) and what this test writes itself are left out.
pub(crate) fn state(farm: &Farm) -> BTreeMap<String, String> {
    let mut python = Command::new("python3");
    python.args(["-c", DUMP]).arg(farm.project().join("film.db")).env("PYTHONIOENCODING", "utf-8");
    let tables = python.output().expect("python3 is installed");
    assert!(tables.status.success(), "{}", String::from_utf8_lossy(&tables.stderr));
    let mut state = BTreeMap::from([("the tables".to_owned(), hash(&tables.stdout))]);
    files_below(farm.folder.path(), &mut state);
    state
}

fn files_below(folder: &Path, state: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the folder is readable").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        if name.starts_with("film.db") || name.starts_with("said-") {
            continue;
        }
        if path.is_dir() {
            state.insert(path.display().to_string(), "a folder".to_owned());
            files_below(&path, state);
        } else {
            state.insert(path.display().to_string(), hash(&fs::read(&path).expect("the file is readable")));
        }
    }
}

fn hash(bytes: &[u8]) -> String {
    format!("{:x?}", Sha256::digest(bytes))
}

/// The command ends with this code, says exactly this, and changes nothing.
#[track_caller]
pub(crate) fn refuses(farm: &Farm, args: &[&str], (code, message, hint): (i32, &str, &str)) {
    let before = state(farm);
    let said = farm.in_project(args).expect(code);
    assert_eq!(said, format!("error: {message}\nhint: {hint}\n"), "{args:?}");
    assert_eq!(state(farm), before, "{args:?}");
}
