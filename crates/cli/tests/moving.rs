//! A film goes to another place, half made: from each database to each, while workers run.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod moved;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crew::{Crew, Plan};
use farm::LIMIT;
use farm::proof::{sha256, text};
use moved::{STEADY, rows_of};
use rushes_testkit::{Backend, Fresh, fresh, wait_until};
use serde_json::Value;

const SHOTS: usize = 60;

/// The claims that ended well: stage and shot with the row of the worklog.
fn ended_well(rows: &[Value]) -> BTreeMap<(String, String), Value> {
    let done = rows.iter().filter(|it| text(it, "outcome") == "done");
    done.map(|it| ((text(it, "stage").to_owned(), text(it, "scenecode").to_owned()), it.clone())).collect()
}

/// What names a file, and with which hash.
fn named(tables: &BTreeMap<String, Vec<Value>>, done: &BTreeSet<String>) -> BTreeSet<(String, String)> {
    let none = Vec::new();
    let rows = |name: &str| tables.get(name).unwrap_or(&none);
    let tasks = rows("arcpictask").iter().filter(|it| done.contains(text(it, "scenecode")));
    let frames = tasks.flat_map(|it| {
        [("firstpic", "first_sha256"), ("secondpic", "second_sha256")]
            .map(|(path, hash)| (text(it, path).to_owned(), text(it, hash).to_owned()))
    });
    let clips =
        rows("videometa").iter().map(|it| (text(it, "path").to_owned(), text(it, "sha256").to_owned()));
    frames.chain(clips).collect()
}

impl Crew {
    /// How many claims ended well.
    fn done(&self) -> i64 {
        self.number("SELECT COUNT(*) FROM dbvideo_worklog WHERE outcome = 'done'")
    }
}

fn film_of(db: Fresh, clips: &str) -> Crew {
    let types = ["character", "location", "scene"].repeat(SHOTS / 3);
    Crew::new(db, &Plan { types: &types, frames: "animatic", clips, pace: STEADY })
}

/// Lets two workers make a part of the film, backs it up meanwhile, and kills them.
#[track_caller]
fn make_a_part(crew: &Crew, more: i64, backup: &str) -> BTreeMap<String, Vec<Value>> {
    let before = crew.done();
    let mut workers = ["001", "002"].map(|id| crew.start(id, &["--slots", "2"]));
    wait_until("a part of the film", LIMIT, || crew.done() >= before + more);
    crew.run(&["backup", backup]).expect(0);
    for worker in &mut workers {
        assert!(worker.ended().is_none(), "the film was over before its backup: {}", worker.log());
        worker.kill();
    }
    if let Some(password) = &crew.db.password {
        let written = std::fs::read_to_string(backup).expect("the backup is there");
        assert!(!written.contains(password.as_str()), "a secret is in the backup");
    }
    rows_of(Path::new(backup))
}

/// The film goes on at another place, where nothing that the backup has is made again.
#[track_caller]
fn move_to(crew: Crew, db: Fresh, backup: &str) -> Crew {
    let crew = crew.settle_in(db);
    let said = crew.run(&["restore", backup]).expect(0);
    assert!(
        said.contains("Restored `Night`: 60 shots") && said.contains("pay for its clips twice"),
        "{said}"
    );
    assert!(said.contains("is the film's: `rushes doctor`"), "the media folder is the same one: {said}");
    assert_eq!(crew.number("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1"), 0);
    assert_eq!(
        crew.number("SELECT COUNT(*) FROM dbvideo_process WHERE task_lock <> 0 AND status = 'ready'"),
        0
    );
    assert_eq!(crew.number("SELECT COUNT(*) FROM dbvideo_worker WHERE ended_at IS NULL"), 0);
    crew
}

/// How often the makers were called for a shot's frames and clip.
fn calls(journal: &[Value]) -> BTreeMap<(String, String), usize> {
    let mut calls = BTreeMap::new();
    for line in journal {
        let stage = match (text(line, "what"), text(line, "result")) {
            ("frame", _) => "frames",
            ("submit", "asked") => "clip",
            _ => continue,
        };
        *calls.entry((stage.to_owned(), text(line, "scenecode").to_owned())).or_default() += 1;
    }
    calls
}

/// One step of a film's way: what the backup had done stays done, by the same claim, and nobody was asked for it again.
#[track_caller]
fn assert_kept(
    crew: &Crew,
    backup: &BTreeMap<String, Vec<Value>>,
    calls_at_the_move: &BTreeMap<(String, String), usize>,
) {
    let now = crew.path("now.jsonl");
    crew.run(&["backup", "--force", &now]).expect(0);
    let now = rows_of(Path::new(&now));
    let (before, after) = (ended_well(&backup["worklog"]), ended_well(&now["worklog"]));
    assert!(!before.is_empty());
    let calls = calls(&crew.farm.journal());
    for (which, row) in &before {
        assert_eq!(after.get(which), Some(row), "{which:?} was ended again");
        assert_eq!(calls.get(which), calls_at_the_move.get(which), "{which:?} was made again");
    }
    let shots = before.keys().filter(|(stage, _)| stage == "frames").map(|(_, shot)| shot.clone()).collect();
    let (old, new) = (named(backup, &shots), named(&now, &shots));
    assert!(old.is_subset(&new), "the rows name other files than before");
    for (path, hash) in &new {
        assert_eq!(&sha256(&crew.media(path)), hash, "{path}");
    }
}

#[track_caller]
fn finish(crew: &Crew) {
    crew.run(&["work", "--id", "001", "--slots", "2", "--until-done"]).expect(0);
    let done = "SELECT stage, COUNT(*), COUNT(DISTINCT scenecode) FROM dbvideo_worklog
                WHERE outcome = 'done' GROUP BY stage ORDER BY stage";
    assert_eq!(crew.ask(done), [["clip", "60", "60"], ["frames", "60", "60"]]);
    assert_eq!(crew.ask("SELECT DISTINCT status FROM dbvideo_arcpictask"), [["2"]]);
    assert_eq!(crew.ask("SELECT DISTINCT status FROM dbvideo_process"), [["done"]]);
    let faults = "SELECT scenecode, claim_seq, worker_id, outcome, fault, error FROM dbvideo_worklog WHERE fault IS NOT NULL";
    assert_eq!(crew.ask(faults), Vec::<Vec<String>>::new(), "no move charges anybody");
    assert_eq!(crew.number("SELECT SUM(retry_count) FROM dbvideo_arcpictask"), 0, "no move charges anybody");
    // What the old place's workers placed after the backup is no row's.
    crew.run(&["verify", "--repair"]).expect(0);
    crew.run(&["verify"]).expect(0);
}

/// A film that begins in one database and goes through others, a part of it made in each.
#[track_caller]
fn travel(clips: &str, way: &[Backend]) {
    let mut crew = film_of(fresh(way[0]), clips);
    let mut moves = Vec::new();
    let part = i64::try_from(2 * SHOTS / (way.len() + 1)).expect("it is a small number");
    for (at, to) in way.iter().enumerate().skip(1) {
        let backup = crew.path(&format!("backup-{at}.jsonl"));
        let rows = make_a_part(&crew, part, &backup);
        let calls = calls(&crew.farm.journal());
        crew = move_to(crew, fresh(*to), &backup);
        moves.push((rows, calls));
    }
    finish(&crew);
    for (rows, calls) in &moves {
        assert_kept(&crew, rows, calls);
    }
}

#[test]
fn a_film_goes_on_in_another_sqlite_file() {
    travel("null", &[Backend::Sqlite, Backend::Sqlite]);
}

#[cfg(feature = "servers")]
mod servers {
    use std::process::Command;

    use rushes_testkit::shell;

    use super::*;

    #[test]
    fn a_film_goes_from_sqlite_by_postgresql_and_mariadb_back_to_sqlite() {
        travel("null", &[Backend::Sqlite, Backend::Postgres, Backend::MariaDb, Backend::Sqlite]);
    }

    #[test]
    fn a_film_goes_from_sqlite_by_mariadb_and_postgresql_back_to_sqlite() {
        travel("animatic", &[Backend::Sqlite, Backend::MariaDb, Backend::Postgres, Backend::Sqlite]);
    }

    #[test]
    fn a_film_goes_on_in_another_database_of_postgresql() {
        travel("animatic", &[Backend::Postgres, Backend::Postgres]);
    }

    #[test]
    fn a_film_goes_on_in_another_database_of_mariadb() {
        travel("null", &[Backend::MariaDb, Backend::MariaDb]);
    }

    const PAGE: &str = include_str!("../../../docs/moving.md");

    /// The n-th block of commands on the page about moving.
    fn block(number: usize) -> &'static str {
        let blocks = PAGE.split("```sh\n").skip(1).map(|it| it.split("```").next().unwrap_or_default());
        blocks.into_iter().nth(number).expect("the page has so many blocks")
    }

    /// Types commands into a shell, in a folder of the test.
    #[track_caller]
    fn type_in(crew: &Crew, folder: &str, commands: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_rushes")).parent().expect("a program lies in a folder");
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", commands]).current_dir(crew.farm.path(folder)).env("PATH", path);
        crew.farm.finish(&mut shell).expect(0)
    }

    #[test]
    fn a_film_moves_to_postgresql_by_the_commands_of_the_page() {
        let old = film_of(fresh(Backend::Sqlite), "null");
        let mut worker =
            old.farm.start(&mut old.command_in("film", &["work", "--id", "001", "--slots", "2"]));
        wait_until("a part of the film", LIMIT, || old.done() >= 20);
        type_in(&old, "film", block(0));
        let (drain, then) = block(1).split_once('\n').expect("the block has three lines");
        type_in(&old, "film", drain);
        assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
        let said = type_in(&old, "film", then);
        assert!(said.contains("stopped") && said.contains("60 shots"), "{said}");
        let before = old.done();
        let new = fresh(Backend::Postgres);
        let password = new.password.clone().expect("the server has a password");
        let commands = block(3)
            .replace("RUSHES_DATABASE_PASSWORD=...", &format!("RUSHES_DATABASE_PASSWORD='{password}'"))
            .replace("postgres://rushes@192.168.77.10/film", &new.url)
            .replace("/mnt/film", &old.path("media"))
            .replace("rushes work", "rushes work --until-done");
        let said = type_in(&old, ".", &commands);
        assert!(said.contains("Restored `Night`: 60 shots") && said.contains("rushes.toml.before"), "{said}");
        let done = "SELECT outcome, COUNT(*) FROM dbvideo_worklog GROUP BY outcome;\n";
        assert_eq!(shell(&new, done).trim(), "done\t120", "nothing was lost or made again by the move");
        assert!(before < 120 && old.done() == before);
        std::fs::create_dir(old.farm.path("copy")).expect("the folder is new");
        let commands = block(4).replace("../film/media/.", "../media/.").replace("/mnt/film/", "../copy/");
        let own = format!("export RUSHES_DATABASE_PASSWORD='{password}' RUSHES_MEDIA=../copy\n{commands}");
        let said = type_in(&old, "film-on-three", &own);
        assert!(said.contains("180 files; broken: 0 shots"), "{said}");
    }

    /// Values that a database could bend: every column of every table has one somewhere.
    const ODD: [&str; 12] = [
        "UPDATE dbvideo_film SET max_cost = 0.30000000000000004, max_submissions = 9007199254740993, currency = 'CNY', review = 'x'",
        "UPDATE dbvideo_shot SET held = 1, seed = -9007199254740993, dialogue = '雨 🌧️ \"a\\b\" ''c'' {\"d\": [1]} ', negative_prompt = 'no', title = 't', \
         characters = 'c', location = 'l', refs = 'r', review = 'approved', review_reason = 'good', chapter_title = 'ch', aiwords = 'w', extra = '{\"a\": \"1\"}'",
        "UPDATE dbvideo_arcpictask SET jobs = '{\"first\": \"7\"}', last_error = 'line 1', seed = 9223372036854775807, held = 1, remake = 'last', due_at = 3, retry_count = 2 WHERE taskid = 1",
        "UPDATE dbvideo_process SET vdurl = 'v', maker = 'null', maker_ref = '{}', not_found = 2, not_found_at = 5, last_error = 'e', held = 1 WHERE scenecode = 'SCN000001'",
        "UPDATE dbvideo_process SET worker_id = 'w', last_update_time = 7, submission = 1, submitted_at = 3, reach = 'b', due_at = 3, retry_count = 2 WHERE scenecode = 'SCN000001'",
        "UPDATE dbvideo_submission SET cost = 0.1, currency = 'CNY', error = 'e', maker_ref = 'r', reach = 'b' WHERE id = 1",
        "UPDATE dbvideo_videometa SET cost = 1e-7, currency = 'USD', fps = 23.976023976023978",
        "UPDATE dbvideo_worklog SET fault = 'task', error = 'x', cost = 12345678.9, bytes = 5 WHERE id = 1",
        "INSERT INTO dbvideo_alert (id, kind, scenecode, worker_id, maker, message, created_at, seen_at) VALUES (41, 'failed', 'SCN000001', '001', 'null', '看 👀', 1, 2)",
        "UPDATE dbvideo_worker SET doing = 'd', current_type = 'scene', prefers = 'scene', only_types = 'scene', wanted = 'pause', skew_ms = -3, free_bytes = 5000000000",
        "UPDATE dbvideo_maker SET in_flight_limit = 3, reason = 'r', paused_until = 4, next_call_at = 5",
        "UPDATE dbvideo_lease SET grace_until = 9",
    ];

    #[test]
    fn every_value_of_every_column_comes_over_on_the_way_through_all_databases() {
        let types = ["scene", "scene"];
        let plan = Plan { types: &types, frames: "animatic", clips: "null", pace: STEADY };
        let mut crew = Crew::new(fresh(Backend::Sqlite), &plan);
        crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
        let odd: String = ODD.iter().map(|it| format!("{it};\n")).collect();
        shell(&crew.db, &odd);
        let first = crew.path("first.jsonl");
        crew.run(&["backup", &first]).expect(0);
        let first = rows_of(Path::new(&first));
        for (at, to) in [Backend::Postgres, Backend::MariaDb, Backend::Sqlite].into_iter().enumerate() {
            let (from, after) = (crew.path(&format!("{at}.jsonl")), crew.path(&format!("{at}-after.jsonl")));
            crew.run(&["backup", &from]).expect(0);
            crew = crew.settle_in(fresh(to));
            crew.run(&["restore", &from]).expect(0);
            crew.run(&["backup", &after]).expect(0);
            assert_eq!(rows_of(Path::new(&after)), first, "{to:?}");
        }
        assert_eq!(empty_columns(&first), [""; 0]);
    }

    /// The columns that have nothing in any row.
    fn empty_columns(tables: &BTreeMap<String, Vec<Value>>) -> Vec<String> {
        let nothing = |it: &Value| it.is_null() || it.as_str() == Some("") || it.as_i64() == Some(0);
        let mut empty = Vec::new();
        for (table, rows) in tables {
            let columns = rows[0].as_object().expect("a row is an object").keys();
            let unused = columns.filter(|it| rows.iter().all(|row| nothing(&row[it.as_str()])));
            empty.extend(unused.map(|it| format!("{table}.{it}")));
        }
        empty
    }
}
