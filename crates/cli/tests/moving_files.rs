//! The files of a moved film: what is not what was written is refused without a trace, and nothing takes another file's
//! place.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod moved;

use std::fs;
use std::process::Command;

use crew::{Crew, Plan};
use farm::Done;
use farm::proof::{number, sha256, text};
use moved::{STEADY, backed_up};
use rushes_testkit::{Backend, Fresh, fresh, shell};
use serde_json::Value;

const TABLES: [&str; 11] = [
    "film",
    "shot",
    "arcpictask",
    "process",
    "submission",
    "videometa",
    "worklog",
    "alert",
    "worker",
    "maker",
    "lease",
];
/// Every row of every table, as a person reads them.
fn dump(db: &Fresh) -> String {
    let all: String =
        TABLES.iter().map(|it| format!("SELECT '{it}';\nSELECT * FROM dbvideo_{it} ORDER BY 1;\n")).collect();
    shell(db, &all)
}

/// Restores a file that is wrong; the database stays as it is.
#[track_caller]
fn refused(crew: &Crew, bytes: &[u8], words: &str) {
    let file = crew.farm.path("broken.jsonl");
    fs::write(&file, bytes).expect("the folder is writable");
    let before = dump(&crew.db);
    let Done { code, said } = crew.run(&["restore", &file.display().to_string()]);
    assert_eq!(code, Some(1), "{words}: {said}");
    assert!(said.contains(words) && said.contains("hint: "), "expected `{words}`, got {said}");
    assert_eq!(dump(&crew.db), before, "{words}");
}

#[track_caller]
fn refuse_broken_files(db: Fresh) {
    let (crew, backup) = backed_up();
    let good = fs::read_to_string(&backup).expect("the backup is there");
    let crew = crew.settle_in(db);
    let lines: Vec<&str> = good.lines().collect();
    let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat().join("\n") + "\n";
    let with = |at: usize, line: &str| [&lines[..at], &[line], &lines[at..]].concat().join("\n") + "\n";
    let instead =
        |at: usize, line: &str| [&lines[..at], &[line], &lines[at + 1..]].concat().join("\n") + "\n";
    let last = lines.len();
    let cut = format!("line {last}: the file ends here, before its last line: it was cut");
    refused(&crew, without(last - 1).as_bytes(), &cut);
    refused(
        &crew,
        &good.as_bytes()[..good.len() - 30],
        &format!("line {last}: the file ends in the middle of this line"),
    );
    refused(
        &crew,
        &good.as_bytes()[..lines[0].len() + 50],
        "line 2: the file ends in the middle of this line",
    );
    let edited = lines[2].replace("a street at night", "a street at dawn ");
    assert_ne!(edited, lines[2]);
    refused(&crew, instead(2, &edited).as_bytes(), "line 3: it is not the line that was written here");
    refused(&crew, without(3).as_bytes(), "line 4: it is not the line that was written here");
    refused(&crew, with(3, lines[2]).as_bytes(), "line 4: it is not the line that was written here");
    let moved = lines[2].replace("dbvideo_shot", "dbvideo_maker");
    refused(&crew, instead(2, &moved).as_bytes(), "line 3: it is not the line that was written here");
    let foreign = lines[2].replace("dbvideo_shot", "dbvideo_poem");
    refused(&crew, instead(2, &foreign).as_bytes(), "line 3: expected a table of rushes, got `dbvideo_poem`");
    let older = lines[0].replace("\"version\":1", "\"version\":2");
    refused(
        &crew,
        instead(0, &older).as_bytes(),
        "line 1: the file is newer than this rushes: its format is 2",
    );
    let schema = format!("\"schema\":{}", crew.number("SELECT MAX(version) FROM _sqlx_migrations"));
    let newer = lines[0].replace(&schema, "\"schema\":999");
    refused(
        &crew,
        instead(0, &newer).as_bytes(),
        "line 1: the file is newer than this rushes: its schema is 999",
    );
    let earlier = lines[0].replace(&schema, "\"schema\":1");
    refused(&crew, instead(0, &earlier).as_bytes(), "line 1: its schema is version 1");
    let title = lines[0].replace("Night", "Noon!");
    refused(&crew, instead(0, &title).as_bytes(), "line 2: it is not the line that was written here");
    refused(&crew, b"", "expected a backup of rushes, got an empty file");
    refused(
        &crew,
        b"scenecode,prompt\nSCN1,a street\n",
        "line 1: expected a backup of rushes, got `scenecode,prompt`",
    );
    refused(&crew, b"\x89PNG\r\n\x1a\n\xff\xfe", "expected text in UTF-8");
    refused(
        &crew,
        (good.clone() + lines[2] + "\n").as_bytes(),
        "expected the end of the file, got another line",
    );
    refused(&crew, good.replace('\n', "\r\n").as_bytes(), "line 2: it is not the line that was written here");
    // And the good one is good; a second time it finds shots.
    crew.run(&["restore", &backup.display().to_string()]).expect(0);
    assert_eq!(crew.ask("SELECT COUNT(*) FROM dbvideo_shot"), [["2"]]);
    refused(&crew, good.as_bytes(), "it holds shots: 2");
}

#[test]
fn sqlite_stays_as_it_is_when_a_file_is_not_what_was_written() {
    refuse_broken_files(fresh(Backend::Sqlite));
}

#[cfg(feature = "servers")]
#[test]
fn postgresql_stays_as_it_is_when_a_file_is_not_what_was_written() {
    refuse_broken_files(fresh(Backend::Postgres));
}

#[cfg(feature = "servers")]
#[test]
fn mariadb_stays_as_it_is_when_a_file_is_not_what_was_written() {
    refuse_broken_files(fresh(Backend::MariaDb));
}

#[test]
fn a_backup_takes_no_other_files_place_and_leaves_no_part() {
    let (crew, backup) = backed_up();
    let (file, before) = (backup.display().to_string(), fs::read(&backup).expect("the backup is there"));
    let said = crew.run(&["backup", &file]).expect(1);
    assert!(said.contains("a file has that name") && said.contains("`--force`"), "{said}");
    assert_eq!(fs::read(&backup).expect("the backup is there"), before);
    let said = crew.run(&["backup", "--force", "--json", &file]).expect(0);
    let said: Value = serde_json::from_str(&said).expect("it is JSON alone");
    assert_eq!((number(&said[0], "shots"), text(&said[0], "title")), (2, "Night"));
    assert!(!crew.farm.path("film.rushes.jsonl.part").exists());
    crew.run(&["backup", &crew.path("no/such/folder.jsonl")]).expect(1);
    let said = crew.run(&["backup"]).expect(0);
    let named = said.split(".rushes.jsonl").next().expect("it names its file");
    assert!(named.starts_with(&format!("{}/Night-20", crew.farm.project().display())), "{said}");
}

#[test]
fn a_film_that_is_exported_is_imported_with_its_files() {
    let (crew, _) = backed_up();
    let out = crew.path("out");
    let said = crew.run(&["export", &out]).expect(0);
    assert!(said.contains("2 shots; 6 files copied, 0 files as they were"), "{said}");
    let again = crew.run(&["export", &out]).expect(0);
    assert!(again.contains("0 files copied, 6 files as they were"), "{again}");
    fs::write(crew.farm.path("out/clips/SCN000002.mp4"), "mine").expect("the folder is writable");
    fs::remove_file(crew.farm.path("out/frames/SCN000001_last.png")).expect("it is there");
    let said = crew.run(&["export", &out]).expect(1);
    assert!(
        said.contains("1 file copied") && said.contains("clips/SCN000002.mp4: could not write"),
        "{said}"
    );
    assert_eq!(fs::read(crew.farm.path("out/clips/SCN000002.mp4")).expect("it is there"), b"mine");
    let import = |project: &str, code: i32| {
        let target = crew.path(project);
        let args = ["--project", &target, "import", &out];
        crew.farm.rushes(&args).expect(code)
    };
    for project in ["second", "third"] {
        let database =
            ["--project", &crew.path(project), "init", "--database", "sqlite://film.db"].map(str::to_owned);
        crew.farm.rushes(&database.each_ref().map(String::as_str)).expect(0);
    }
    let said = import("second", 1);
    assert!(said.contains("clips/SCN000002.mp4") && said.contains("the database was not changed"), "{said}");
    let rows = farm::rows(&crew.farm.path("second/film.db"), "SELECT COUNT(*) AS shots FROM dbvideo_shot");
    assert_eq!(rows[0]["shots"], 0);
    crew.run(&["export", "--force", &out]).expect(0);
    let said = import("second", 0);
    assert!(said.contains("Restored `Night`: 2 shots, 4 frames, 2 clips"), "{said}");
    assert!(said.contains("6 files in the media folder"), "{said}");
    let target = crew.path("second");
    crew.farm.rushes(&["--project", &target, "verify"]).expect(0);
    crew.farm.rushes(&["--project", &target, "doctor"]).expect(0);
    for path in crew.ask("SELECT path FROM dbvideo_videometa").concat() {
        assert_eq!(sha256(&crew.media(&path)), sha256(&crew.farm.path("second/media").join(&path)));
    }
    let third = crew.path("third");
    let said = crew.farm.rushes(&["--project", &third, "import", "--json", &out]).expect(0);
    let said: Value = serde_json::from_str(&said).expect("it is JSON alone");
    assert_eq!((number(&said[0], "shots"), number(&said[0], "frames")), (2, 4));
    // The storyboard by itself is one that is understood; nothing in it is new to the film.
    let said = crew.run(&["import", &format!("{out}/storyboard.csv")]).expect(0);
    assert!(said.contains("0 shots added, 0 changed, 2 as they were"), "{said}");
}

#[test]
fn what_is_not_made_yet_is_named_by_an_export() {
    let plan = Plan { types: &["scene", "scene"], frames: "animatic", clips: "null", pace: STEADY };
    let crew = Crew::new(fresh(Backend::Sqlite), &plan);
    let out = crew.path("out");
    let said = crew.run(&["export", &out, "SCN000002"]).expect(1);
    assert!(said.contains("SCN000002: its frames are not made, SCN000002: its clip is not made"), "{said}");
    assert!(!said.contains("SCN000001"), "{said}");
    assert!(!crew.farm.path("out/film.rushes.jsonl").exists(), "only a whole film has its backup beside it");
    let shots = fs::read_to_string(crew.farm.path("out/storyboard.csv")).expect("the storyboard is there");
    assert!(shots.contains("SCN000002") && !shots.contains("SCN000001"), "{shots}");
    let media = crew.path("media");
    let said = crew.run(&["export", &media]).expect(2);
    assert!(said.contains("among the film's own files"), "{said}");
}

/// A file may not grow over 100 KiB in this shell: a disk that is full.
const SMALL_DISK: &str = "trap '' XFSZ; ulimit -f 200; exec \"$0\" \"$@\"";

#[test]
fn a_backup_that_finds_the_disk_full_leaves_the_one_before_it() {
    let types = ["scene"; 600];
    let crew = Crew::new(
        fresh(Backend::Sqlite),
        &Plan { types: &types, frames: "animatic", clips: "null", pace: STEADY },
    );
    let backup = crew.farm.path("film.rushes.jsonl");
    fs::write(&backup, "the one before").expect("the folder is writable");
    let file = backup.display().to_string();
    let program = crew.command_in("film", &["backup", "--force", &file]);
    let mut limited = Command::new("sh");
    limited.args(["-c", SMALL_DISK]).arg(program.get_program()).args(program.get_args());
    limited.current_dir(crew.farm.folder.path());
    let said = crew.farm.finish(&mut limited).expect(1);
    assert!(said.contains("film.rushes.jsonl.part`: File too large") && said.contains("hint: "), "{said}");
    assert_eq!(fs::read_to_string(&backup).expect("it is there"), "the one before");
    assert!(!crew.farm.path("film.rushes.jsonl.part").exists());
    crew.run(&["backup", "--force", &file]).expect(0);
    assert!(fs::metadata(&backup).expect("it is there").len() > 200 * 1024);
}
