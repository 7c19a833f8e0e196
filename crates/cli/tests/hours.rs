//! Active hours: a worker outside of them takes nothing new, says until when, and stops like any other.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;

use farm::proof::text;
use farm::{Farm, LIMIT};
use rushes_testkit::{Signal, wait_until};

/// Windows around the time that is now, or well away from it.
fn window(from: i64, to: i64) -> String {
    let now = jiff::ZonedDateTime::now();
    let at = |hours: i64| (&now + jiff::SignedDuration::from_hours(hours)).strftime("%H:%M").to_string();
    format!("{}-{}", at(from), at(to))
}

fn film() -> Farm {
    let farm = Farm::new();
    farm.in_project(&["init", "--size", "160x90", "--fps", "6"]).expect(0);
    fs::write(farm.path("storyboard.csv"), "prompt\nA harbour\n港口\n").expect("the folder is writable");
    farm.in_project(&["import", "storyboard.csv"]).expect(0);
    farm
}

#[test]
fn outside_of_its_hours_a_worker_takes_nothing_and_says_when_it_will() {
    let farm = film();
    let closed = window(-4, -2);
    let mut command = farm.command(&["--project", "film", "work", "--id", "001", "--hours", &closed]);
    let mut worker = farm.start(&mut command);
    let row = || farm.rows("SELECT state, doing FROM dbvideo_worker WHERE beats > 0");
    wait_until("the worker's first beat", LIMIT, || !row().is_empty());
    let row = row().remove(0);
    assert_eq!(text(&row, "state"), "asleep");
    let says = format!("its hours are {closed}, it works again at {}", &closed[..5]);
    assert!(text(&row, "doing").contains(&says), "{row:?}");
    assert!(farm.in_project(&["workers"]).expect(0).contains(&says));
    worker.signal(Signal::Terminate);
    assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
    assert_eq!(farm.journal(), Vec::<serde_json::Value>::new());
}

#[test]
fn within_its_hours_it_works_and_the_file_can_say_them() {
    let farm = film();
    let file = farm.project().join("rushes.toml");
    let settings = fs::read_to_string(&file).unwrap();
    assert!(settings.contains("hours = []"), "{settings}");
    let hours = format!("hours = [\"{}\", \"{}\"]", window(-6, -5), window(-1, 1));
    fs::write(&file, settings.replace("hours = []", &hours)).unwrap();
    let said = farm.in_project(&["work", "--id", "001", "--until-done"]).expect(0);
    assert!(said.contains("takes new work until "), "{said}");
    assert_eq!(farm.rows("SELECT scenecode FROM dbvideo_process WHERE status = 'done'").len(), 2);
}

#[test]
fn hours_that_are_none_are_refused() {
    let farm = film();
    let said = farm.in_project(&["work", "--id", "001", "--hours", "20-6"]).expect(2);
    assert!(said.contains("expected hours such as `20:00-06:00`"), "{said}");
}
