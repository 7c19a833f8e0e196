//! What a worker logs, for people and for programs.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;

use farm::Farm;
use farm::proof::text;
use serde_json::Value;

/// A worker makes a film of two shots, with these options.
fn worked(options: &[&str]) -> (Farm, String) {
    let farm = Farm::new();
    farm.in_project(&["init", "--size", "160x90", "--fps", "6"]).expect(0);
    fs::write(farm.path("storyboard.csv"), "prompt\nA harbour\n港口\n").expect("the folder is writable");
    farm.in_project(&["import", "storyboard.csv"]).expect(0);
    let said = farm.in_project(&[options, &["work", "--id", "001", "--until-done"]].concat()).expect(0);
    let file = fs::read_to_string(farm.project().join("logs/001.log")).expect("the worker has a log");
    (farm, format!("{said}\n---\n{file}"))
}

#[test]
fn a_json_log_is_an_object_a_line_and_names_shot_worker_and_claim() {
    let (_farm, both) = worked(&["--log", "json"]);
    let (said, file) = both.split_once("\n---\n").expect("they were joined with it");
    // The encoder's library prints to standard error itself.
    let lines = |text: &str| -> Vec<Value> {
        let objects = text.lines().filter(|it| it.starts_with('{'));
        let mut lines: Vec<Value> =
            objects.map(|it| serde_json::from_str(it).expect("a line is an object")).collect();
        lines.iter_mut().for_each(|it| assert_ne!(it["timestamp"].take(), Value::Null, "{it}"));
        lines
    };
    assert_eq!(lines(said), lines(file), "the file has what was said");
    assert!(file.lines().all(|it| it.starts_with('{')), "{file}");
    let about_shots: Vec<Value> =
        lines(file).into_iter().filter(|it| it.get("scenecode").is_some()).collect();
    assert_eq!(about_shots.len(), 6, "frames, submitted and clip of two shots: {file}");
    for line in about_shots {
        assert_eq!(text(&line, "worker"), "001");
        assert!(line["claim"].as_i64().is_some_and(|it| it > 0), "{line}");
    }
}

#[test]
fn a_log_for_people_goes_to_the_file_too() {
    let (_farm, both) = worked(&[]);
    let (said, file) = both.split_once("\n---\n").expect("they were joined with it");
    for text in [said, file] {
        assert_eq!(text.matches("frames done").count(), 2, "{text}");
        assert!(text.contains("every shot has ended"), "{text}");
    }
}
