//! Files that were changed or lost after they were made: who notices, and what it says.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;
use std::path::PathBuf;

use farm::Farm;
use farm::proof::text;
use rushes_testkit::{Signal, wait_until};
use serde_json::Value;

const CSV: &str = "scenecode,prompt,duration\nSCN1,rain,1\nSCN2,snow,1\nSCN3,sun,1\n";

/// A film of three shots, made.
fn made() -> Farm {
    let farm = Farm::new();
    fs::write(farm.path("storyboard.csv"), CSV).expect("the folder is writable");
    farm.in_project(&["init", "--size", "160x90", "--fps", "6"]).expect(0);
    farm.in_project(&["run", "storyboard.csv"]).expect(0);
    farm
}

/// A file that a row of a shot names.
fn file(farm: &Farm, column: &str, code: &str) -> PathBuf {
    let table = if column == "path" { "dbvideo_videometa" } else { "dbvideo_arcpictask" };
    let rows = farm.rows(&format!("SELECT {column} FROM {table} WHERE scenecode = '{code}'"));
    farm.project().join("media").join(text(&rows[0], column))
}

#[test]
fn a_clip_that_is_not_the_one_that_was_checked_is_named_and_no_film_is_made() {
    let farm = made();
    let film = farm.project().join("film.mp4");
    fs::remove_file(&film).unwrap();
    let clips = ["SCN1", "SCN2", "SCN3"].map(|it| file(&farm, "path", it));
    let first = fs::read(&clips[0]).unwrap();
    fs::copy(&clips[2], &clips[0]).unwrap();
    // Of the right size, with another byte.
    let mut second = fs::read(&clips[1]).unwrap();
    let at = second.len() - 1;
    second[at] ^= 1;
    fs::write(&clips[1], second).unwrap();
    for args in [&["assemble"][..], &["assemble", "--slates"], &["assemble", "--json"]] {
        let said = farm.in_project(args).expect(1);
        assert!(
            said.starts_with("error: could not assemble the film: 2 clips cannot be used:\n  SCN1: `clips/"),
            "{said}"
        );
        assert!(
            said.contains("is not the file that was checked: it has ") && said.contains("\n  SCN2: `clips/"),
            "{said}"
        );
        assert!(said.contains("is not the file that was checked: its hash differs\nhint: `rushes"), "{said}");
        assert!(said.contains("verify --repair`") && !said.contains("SCN3"), "{said}");
        assert!(!film.exists());
    }
    fs::write(&clips[0], first).unwrap();
    let said = farm.in_project(&["assemble"]).expect(1);
    assert!(said.contains("1 clip cannot be used:\n  SCN2: "), "{said}");
    fs::remove_file(&clips[1]).unwrap();
    assert!(farm.in_project(&["assemble"]).expect(1).contains("is missing\nhint: "));
    farm.in_project(&["verify", "--repair"]).expect(0);
    farm.in_project(&["work", "--id", "001", "--until-done"]).expect(0);
    farm.in_project(&["assemble"]).expect(0);
    assert!(film.exists());
}

#[test]
fn a_clip_of_another_format_than_the_films_is_named() {
    let farm = made();
    for (set, has) in [
        ("fps = 12", "160x90 pixels and 6 frames a second, the film 160x90 and 12"),
        ("fps = 6, width = 320", "the film 320x90 and 6"),
    ] {
        farm.rows(&format!("UPDATE dbvideo_film SET {set}"));
        let said = farm.in_project(&["assemble"]).expect(1);
        assert!(said.contains("3 clips cannot be used:\n  SCN1: ") && said.contains(has), "{said}");
        assert!(said.contains("hint: ") && said.contains("rerun CODE --clip"), "{said}");
    }
}

#[test]
fn a_frame_that_is_not_there_is_told_by_contact_and_by_run() {
    let farm = made();
    assert!(!farm.in_project(&["contact"]).expect(0).contains("missing"));
    fs::remove_file(file(&farm, "firstpic", "SCN1")).unwrap();
    fs::remove_file(file(&farm, "firstpic", "SCN3")).unwrap();
    fs::remove_file(file(&farm, "secondpic", "SCN3")).unwrap();
    for args in [&["contact"][..], &["run", "storyboard.csv"]] {
        let said = farm.in_project(args).expect(0);
        assert!(said.contains("\nnote: missing: 3 files of 2 shots: SCN1, SCN3\nhint: `rushes"), "{said}");
    }
    farm.in_project(&["verify", "--repair"]).expect(0);
    farm.in_project(&["work", "--id", "001", "--until-done"]).expect(0);
    assert!(!farm.in_project(&["contact"]).expect(0).contains("missing"));
}

#[test]
fn a_hint_works_from_where_the_person_stands() {
    let farm = Farm::new();
    fs::write(farm.path("a film.csv"), CSV).unwrap();
    farm.rushes(&["run", "a film.csv"]).expect(0);
    let rows = farm::rows(&farm.path("a film.csv.rushes/film.db"), "SELECT firstpic FROM dbvideo_arcpictask");
    fs::remove_file(farm.path("a film.csv.rushes/media").join(text(&rows[0], "firstpic"))).unwrap();
    let said = farm.rushes(&["run", "a film.csv"]).expect(0);
    let (_, hint) = said.split_once("hint: `rushes ").expect("there is a hint");
    let (command, _) = hint.split_once('`').expect("the command ends");
    assert_eq!(command, "--project 'a film.csv.rushes' verify --repair");
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &format!("{} {command}", env!("CARGO_BIN_EXE_rushes"))])
        .current_dir(farm.folder.path());
    assert!(farm.finish(&mut shell).expect(0).contains("to be made again: 1 shot"));
    let inside = farm.path("a film.csv.rushes");
    let said = farm.finish(farm.command(&["worklog", "--shot", "nope"]).current_dir(inside)).expect(1);
    assert!(said.contains("hint: `rushes shots` lists"), "{said}");
}

#[test]
fn the_lock_of_a_migration_does_not_stay_beside_the_database() {
    let farm = made();
    farm.in_project(&["migrate"]).expect(0);
    assert!(!farm.project().join("film.db.migrating").exists());
}

#[test]
fn what_was_found_and_done_is_json_too() {
    let farm = made();
    let json = |args: &[&str], code| first_json(&farm.in_project(args).expect(code));
    let film = json(&["assemble", "--json"], 0);
    assert_eq!((&film["seconds"], &film["frames"], &film["cards"]), (&3.0.into(), &18.into(), &0.into()));
    let all = json(&["verify", "--json"], 0);
    assert_eq!(
        (&all["good"], &all["broken"], &all["to_be_made_again"]),
        (&9.into(), &Value::Array(vec![]), &Value::Null)
    );
    fs::remove_file(file(&farm, "path", "SCN2")).unwrap();
    let found = json(&["verify", "--json"], 1);
    assert_eq!((&found["broken"][0]["shot"], &found["broken"][0]["file"]), (&"SCN2".into(), &"clip".into()));
    assert_eq!(json(&["verify", "--repair", "--json"], 0)["to_be_made_again"], 1);
    let sweep = json(&["watchdog", "--once", "--json"], 0);
    assert_eq!((&sweep["taken_back"], &sweep["given_up"]), (&0.into(), &0.into()));
    let took = json(&["worklog", "--json"], 0);
    assert!(took[0]["took_seconds"].is_f64() && took[0].get("took").is_none(), "{took}");
    let report = json(&["report", "--json"], 0);
    for (list, key) in [
        ("workers", "making_seconds"),
        ("workers", "each_seconds"),
        ("slowest", "took_seconds"),
        ("nights", "took_seconds"),
    ] {
        assert!(report[list][0][key].is_f64(), "{list} {key}: {report}");
    }
    fs::write(farm.path("storyboard.csv"), format!("{CSV}SCN4,fog,2\n").replace("rain", "hail")).unwrap();
    let dry = json(&["import", "storyboard.csv", "--dry-run", "--json"], 0);
    assert_eq!(
        (&dry["dry_run"], &dry["added"], &dry["changed"][0]),
        (&true.into(), &1.into(), &"SCN1".into())
    );
    let understood = &dry["understood"];
    assert_eq!((&understood["shots"], &understood["runs_seconds"]), (&4.into(), &5.0.into()));
    assert_eq!(understood["columns"][1], serde_json::json!({"column": "prompt", "understood_as": "prompt"}));
    let done = json(&["import", "storyboard.csv", "--rerun-changed", "--json"], 0);
    assert_eq!(
        (&done["dry_run"], &done["to_be_made_again"], &done["understood"]),
        (&false.into(), &1.into(), &Value::Null)
    );
}

/// What stands before an error, if there is one.
#[track_caller]
fn first_json(said: &str) -> Value {
    let first = serde_json::Deserializer::from_str(said).into_iter::<Value>().next();
    first.expect("something was said").expect("it is JSON")
}

#[test]
fn each_sweep_of_the_watchdog_is_a_line_of_json() {
    let farm = Farm::new();
    fs::create_dir(farm.project()).unwrap();
    let timing = "[film.timing]\nbeat = \"200ms\"\nstale = \"1s\"\nsweep = \"200ms\"\n";
    fs::write(farm.project().join("rushes.toml"), timing).unwrap();
    farm.in_project(&["init"]).expect(0);
    let project = farm.project();
    let mut watchdog =
        farm.start(&mut farm.command(&["--project", project.to_str().unwrap(), "watchdog", "--json"]));
    wait_until("three sweeps", farm::LIMIT, || watchdog.log().lines().count() >= 3);
    watchdog.signal(Signal::Interrupt);
    assert_eq!(watchdog.wait(farm::LIMIT).code(), Some(0), "{}", watchdog.log());
    for line in watchdog.log().lines() {
        let sweep: Value = serde_json::from_str(line).expect("each line is JSON");
        assert_eq!(sweep.as_object().unwrap().len(), 4, "{line}");
    }
}
