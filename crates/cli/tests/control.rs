//! What a person wants of shots and workers, as it is typed: what is said, what changes, what is refused.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use farm::Farm;
use farm::four::begun;
use farm::proof::{number, text};
use serde_json::Value;

/// No test waits so long; only against hanging for ever.
const LIMIT: Duration = Duration::from_secs(120);

fn work(farm: &Farm) -> String {
    farm.in_project(&["work", "--id", "001", "--until-done"]).expect(0)
}

fn column(farm: &Farm, sql: &str) -> BTreeMap<String, String> {
    let rows = farm.rows(sql);
    rows.iter().map(|it| (text(it, "code").to_owned(), it["value"].to_string())).collect()
}

fn listed(farm: &Farm, selector: &[&str]) -> Vec<String> {
    let said = farm.in_project(&[&["shots", "--json"], selector].concat()).expect(0);
    let rows: Value = serde_json::from_str(&said).expect("it is JSON");
    rows.as_array().expect("a list").iter().map(|it| text(it, "shot").to_owned()).collect()
}

#[test]
fn a_selector_says_which_shots() {
    let farm = begun();
    for (selector, shots) in [
        (&["type:scene"][..], &["SCN2", "SCN4"][..]),
        (&["type:scene chapter:2-9"], &["SCN4"]),
        (&["scn3", "SCN1"], &["SCN1", "SCN3"]),
        (&["chapter:1,4", "status:waiting"], &["SCN1", "SCN2", "SCN4"]),
        (&["status:done"], &[]),
        (&["all"], &["SCN1", "SCN2", "SCN3", "SCN4"]),
        (&["--chapter", "3"], &["SCN3"]),
    ] {
        assert_eq!(listed(&farm, selector), shots, "{selector:?}");
    }
    for (selector, said) in [
        (
            "type:people",
            "error: expected a known type, got `people`\nhint: known: character, location, scene\n",
        ),
        ("worker:007", "error: expected a known worker, got `007`\nhint: there is none yet\n"),
        ("chapter:7-9", "error: expected a known chapter, got `7-9`\nhint: known: chapters 1 to 4\n"),
    ] {
        assert_eq!(farm.in_project(&["hold", selector]).expect(2), said);
    }
    for args in [&["hold", "SCN9"][..], &["shots", "SCN1,SCN9"], &["worklog", "--shot", "SCN9"]] {
        let said = farm.in_project(args).expect(1);
        assert!(
            said.starts_with("error: no such shot: `SCN9`\nhint: ") && said.contains(" from SCN1 to SCN4\n"),
            "{said}"
        );
    }
    assert!(
        farm.in_project(&["worklog", "--shot", "scn1"])
            .expect(0)
            .contains("No claim of `scn1` has ended yet.")
    );
}

#[test]
fn one_frame_is_made_again_and_the_other_is_kept() {
    let farm = begun();
    work(&farm);
    let hashes = || {
        farm.rows(
            "SELECT scenecode, first_sha256, second_sha256, first_seed, second_seed FROM dbvideo_arcpictask ORDER BY 1",
        )
    };
    let before = hashes();
    let refused = farm.in_project(&["rerun", "SCN2", "--last"]).expect(1);
    assert!(
        refused.contains("could not make again 1 finished shot") && refused.contains("`--yes`"),
        "{refused}"
    );
    assert_eq!(hashes(), before);
    let said = farm.in_project(&["rerun", "SCN2", "--last", "--yes"]).expect(0);
    assert_eq!(said, "to be made again: 1 shot\n");
    let said = farm.in_project(&["rerun", "SCN4", "--first", "--yes", "--seed", "77"]).expect(0);
    assert_eq!(said, "to be made again: 1 shot\n");
    let journal = farm.journal().len();
    work(&farm);
    let after = hashes();
    let same = |at: usize, name: &str| before[at][name] == after[at][name];
    // Not every seed changes so small a picture: the seeds themselves tell what was made.
    assert!(same(1, "first_sha256") && same(1, "first_seed") && !same(1, "second_seed"), "{after:?}");
    assert!(same(3, "second_sha256") && same(3, "second_seed"), "{after:?}");
    assert!(same(0, "first_sha256") && same(0, "second_sha256"));
    assert_eq!(number(&after[3], "first_seed"), 77);
    let made: Vec<Value> = farm.journal().split_off(journal);
    let frames = made.iter().filter(|it| text(it, "what") == "frame" && text(it, "result") == "made").count();
    assert_eq!(frames, 2, "one frame of each shot");
    assert!(farm.in_project(&["verify"]).expect(0).contains("broken: 0 shots; of no row: 0 files"));
}

#[test]
fn a_clip_alone_is_made_again() {
    let farm = begun();
    work(&farm);
    farm.in_project(&["rerun", "chapter:1", "--clip"]).expect(1);
    farm.in_project(&["rerun", "chapter:1", "--clip", "--seed", "3"]).expect(2);
    farm.in_project(&["rerun", "chapter:1", "--clip", "--yes"]).expect(0);
    assert_eq!(listed(&farm, &["status:frames"]), ["SCN1", "SCN2"]);
    let journal = farm.journal().len();
    work(&farm);
    assert_eq!(listed(&farm, &["status:done"]).len(), 4);
    let made = farm.journal().split_off(journal);
    assert!(made.iter().all(|it| text(it, "what") != "frame"), "{made:?}");
}

#[test]
fn what_is_taken_out_comes_back_and_refusals_are_told_by_reason() {
    let farm = begun();
    farm.in_project(&["cancel", "chapter:1"]).expect(0);
    let said = farm.in_project(&["cancel", "all"]).expect(0);
    assert_eq!(
        said,
        "cancelled: 2 shots\nrefused: 2 shots: expected a state that allows `cancel`, got `cancelled` (SCN1, SCN2)\n"
    );
    let said = farm.in_project(&["cancel", "all", "--json"]).expect(1);
    let json: Value = serde_json::from_str(said.lines().next().unwrap_or_default()).expect("it is JSON");
    assert_eq!(
        (json["done"].clone(), json["refused"][0]["shots"][3].clone()),
        (Value::Array(vec![]), "SCN4".into())
    );
    assert_eq!(farm.in_project(&["rerun", "all"]).expect(0), "to be made again: 4 shots\n");
    assert_eq!(farm.in_project(&["retry", "--failed"]).expect(0), "to be tried again: 0 shots\n");
    let said = farm.in_project(&["retry", "--failed", "--cause", "bad"]).expect(2);
    assert!(said.contains("known: task, refused, busy, down, money, machine"), "{said}");
    farm.in_project(&["retry"]).expect(2);
    let said = farm.in_project(&["cancel", "status:done"]).expect(1);
    assert!(said.contains("could not find a shot that is status:done"), "{said}");
}

#[test]
fn a_shot_that_is_held_is_left_alone_and_a_ranked_one_comes_first() {
    let farm = begun();
    assert_eq!(farm.in_project(&["hold", "SCN1", "SCN3"]).expect(0), "held: 2 shots\n");
    assert_eq!(farm.in_project(&["hold", "SCN3,SCN4"]).expect(0), "held: 1 shot\nheld before: 1 shot\n");
    farm.in_project(&["release", "SCN4"]).expect(0);
    farm.in_project(&["priority", "100", "SCN4"]).expect(0);
    assert_eq!(listed(&farm, &["status:held"]), ["SCN1", "SCN3"]);
    work(&farm);
    assert_eq!(listed(&farm, &["status:waiting"]), ["SCN1", "SCN3"]);
    assert_eq!(listed(&farm, &["status:done"]), ["SCN2", "SCN4"]);
    let first = farm
        .rows("SELECT scenecode FROM dbvideo_worklog WHERE stage = 'frames' ORDER BY started_at, id LIMIT 1");
    assert_eq!(text(&first[0], "scenecode"), "SCN4");
    let ranks = column(&farm, "SELECT scenecode AS code, priority AS value FROM dbvideo_process");
    assert_eq!((ranks["SCN4"].as_str(), ranks["SCN2"].as_str()), ("100", "50"));
    farm.in_project(&["priority", "101", "SCN4"]).expect(2);
    farm.in_project(&["release", "all"]).expect(0);
    work(&farm);
    assert_eq!(listed(&farm, &["status:done"]).len(), 4);
}

#[test]
fn alerts_of_a_shot_are_seen_to_by_who_decides_about_it() {
    let farm = begun();
    farm.rows("UPDATE dbvideo_arcpictask SET status = 3");
    farm.rows(
        "INSERT INTO dbvideo_alert (kind, scenecode, message, created_at) \
         SELECT 'failed', scenecode, 'no rain today', 1 FROM dbvideo_shot",
    );
    farm.rows(
        "INSERT INTO dbvideo_worklog (stage, scenecode, claim_seq, outcome, fault, finished_at) \
         VALUES ('frames', 'SCN2', 1, 'failed', 'refused', 1), ('frames', 'SCN4', 1, 'failed', 'task', 1)",
    );
    let open = || farm.rows("SELECT scenecode FROM dbvideo_alert WHERE seen_at IS NULL ORDER BY 1").len();
    assert_eq!(
        farm.in_project(&["retry", "--failed", "--cause", "refused"]).expect(0),
        "to be tried again: 1 shot\n"
    );
    assert_eq!((open(), listed(&farm, &["status:waiting"])), (3, vec!["SCN2".to_owned()]));
    farm.in_project(&["rerun", "SCN3"]).expect(0);
    assert_eq!(open(), 2);
    farm.in_project(&["retry", "--failed"]).expect(0);
    assert_eq!(open(), 0);
}

/// Waits until a question to the database has this answer.
#[track_caller]
fn wait_for(farm: &Farm, sql: &str, what: impl Fn(&str) -> bool) {
    let begun = Instant::now();
    loop {
        let rows = farm.rows(sql);
        let value = rows.first().map_or("", |it| text(it, "value"));
        if what(value) {
            return;
        }
        assert!(begun.elapsed() < LIMIT, "{sql} stays `{value}`\n{}", farm.logs());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_running_worker_is_told_what_is_wanted_of_it() {
    let farm = begun();
    farm.in_project(&["hold", "all"]).expect(0);
    let project = farm.project().display().to_string();
    let mut worker = farm.start(&mut farm.command(&["--project", &project, "work", "--id", "001"]));
    let state = "SELECT state AS value FROM dbvideo_worker";
    let doing = "SELECT doing AS value FROM dbvideo_worker";
    wait_for(&farm, state, |it| it == "idle");
    let said = farm.in_project(&["pause", "001,002"]).expect(2);
    assert!(said.ends_with("hint: known: 001\n"), "{said}");
    farm.in_project(&["pause", "all"]).expect(0);
    wait_for(&farm, state, |it| it == "paused");
    farm.in_project(&["release", "SCN2"]).expect(0);
    assert!(
        farm.in_project(&["prefers", "001", "people"])
            .expect(2)
            .contains("known: character, location, scene")
    );
    farm.in_project(&["prefers", "001", "scene,location"]).expect(0);
    farm.in_project(&["slots", "001", "7"]).expect(0);
    farm.in_project(&["stages", "001", "frames"]).expect(0);
    wait_for(&farm, doing, |it| it.contains("told: prefers scene,location, no clips, slots 7"));
    assert_eq!(listed(&farm, &["status:waiting"]).len(), 4, "a paused worker takes nothing");
    farm.in_project(&["resume", "001"]).expect(0);
    let frames = "SELECT CAST(status AS TEXT) AS value FROM dbvideo_arcpictask WHERE scenecode = 'SCN2'";
    wait_for(&farm, frames, |it| it == "2");
    wait_for(&farm, state, |it| it == "idle");
    assert_eq!(listed(&farm, &["status:frames"]), ["SCN2"], "its clip is left alone");
    farm.in_project(&["stages", "001", "frames,clips"]).expect(0);
    wait_for(&farm, "SELECT status AS value FROM dbvideo_process", |it| it == "done");
    farm.in_project(&["drain", "001"]).expect(0);
    assert_eq!(worker.wait(LIMIT).code(), Some(0));
    let said = farm.in_project(&["slots", "001", "2"]).expect(0);
    assert_eq!(said, "001 does not run; its next start begins with its own settings\n");
}

#[test]
fn shells_complete_every_command() {
    let farm = Farm::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = farm.rushes(&["completions", shell]).expect(0);
        assert!(script.contains("rerun") && script.contains("release"), "{shell}");
    }
    farm.rushes(&["completions", "tcl"]).expect(2);
}

#[test]
fn one_shot_is_tried_with_its_steps_and_nothing_else_is_made() {
    let farm = begun();
    let said = farm.in_project(&["try", "scn3"]).expect(0);
    for step in
        ["claimed", "made a frame", "placed both frames", "submitted", "fetched, checked", "clip done"]
    {
        assert!(said.contains(step), "no word of `{step}` in {said}");
    }
    assert!(said.contains("film/media/clips/003/SCN3"), "{said}");
    let states = column(&farm, "SELECT scenecode AS code, status AS value FROM dbvideo_arcpictask");
    let expected = [("SCN1", "0"), ("SCN2", "0"), ("SCN3", "2"), ("SCN4", "0")];
    assert_eq!(states, expected.map(|(code, state)| (code.to_owned(), state.to_owned())).into());
    let refusals = [
        (&["try", "SCN3"][..], 1, "could not try SCN3: it is done\nhint: `rushes rerun SCN3` first"),
        (&["try", "SCN9"], 1, "no such shot: `SCN9`"),
        (&["try", "SCN3", "--stages", "frames"], 1, "could not try SCN3: it is done"),
    ];
    for (typed, code, words) in refusals {
        let said = farm.in_project(typed).expect(code);
        assert!(said.contains(words), "{typed:?}: {said}");
    }
    farm.in_project(&["hold", "SCN1"]).expect(0);
    let said = farm.in_project(&["try", "SCN1"]).expect(1);
    assert!(said.contains("it is held\nhint: `rushes release SCN1` first"), "{said}");
}

#[test]
fn a_failed_shot_is_tried_again_without_waiting() {
    let farm = begun();
    farm.rows("UPDATE dbvideo_arcpictask SET status = 3, retry_count = 2 WHERE scenecode = 'SCN2'");
    farm.rows("UPDATE dbvideo_arcpictask SET due_at = 9000000000000 WHERE scenecode = 'SCN4'");
    farm.in_project(&["try", "SCN2"]).expect(0);
    let said = farm.in_project(&["try", "SCN4", "--stages", "frames"]).expect(0);
    assert!(said.contains("frames/004/SCN4_first") && !said.contains("clips/004"), "{said}");
}

#[test]
fn a_worker_of_some_chapters_ends_with_them() {
    let farm = begun();
    farm.in_project(&["work", "--id", "001", "--chapters", "2-3", "--until-done"]).expect(0);
    assert_eq!(listed(&farm, &["status:done"]), ["SCN3"]);
    assert_eq!(listed(&farm, &["status:waiting"]), ["SCN1", "SCN2", "SCN4"]);
    let said = farm.in_project(&["work", "--id", "001", "--chapters", "9", "--until-done"]).expect(2);
    assert!(said.contains("expected a known chapter, got `9`\nhint: known: chapters 1 to 4"), "{said}");
    let said = farm.in_project(&["work", "--id", "001", "--chapters", "3-2"]).expect(2);
    assert!(said.contains("expected a chapter like 12 or 12-40, got `3-2`"), "{said}");
}
