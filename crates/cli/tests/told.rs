//! What `status` and its like say of a film that does not go on, and what is refused so that nobody takes it for done.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;

use farm::Farm;
use farm::four::{CSV, QUICK, begun};
use serde_json::Value;

#[test]
fn the_plan_says_who_helps_with_what_and_what_nobody_takes() {
    let farm = begun();
    let now = i64::try_from(
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis(),
    );
    let now = now.unwrap();
    for (id, prefers, only) in [("001", "character", ""), ("002", "location", "location")] {
        farm.rows(&format!(
            "INSERT INTO dbvideo_worker (worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing,
             started_at, lastbeat) VALUES ('{id}', 'b0000001', 'PC', '0', '{prefers}', '{only}', 'frames,clips', 1, 'working', '', {now}, {now})"
        ));
    }
    let said = farm.in_project(&["status"]).expect(0);
    assert!(!said.contains("helps with"), "nothing is known yet: {said}");
    for (tasktype, seconds) in [("character", 7200), ("location", 60), ("scene", 3600)] {
        for seq in 0..5 {
            farm.rows(&format!(
                "INSERT INTO dbvideo_worklog (stage, scenecode, claim_seq, tasktype, outcome, started_at, finished_at)
                 VALUES ('frames', '{tasktype}', {seq}, '{tasktype}', 'done', {now} - 9000000 - {seconds}000, {now} - 9000000)"
            ));
        }
    }
    let said = farm.in_project(&["status"]).expect(0);
    assert!(
        said.contains("001 helps with scene from ") && said.contains("All frames are there at about "),
        "{said}"
    );
    assert!(!said.contains("002 helps"), "{said}");
    let status: Value = serde_json::from_str(&farm.in_project(&["status", "--json"]).expect(0)).unwrap();
    assert_eq!(status["plan"]["frames_end_in_seconds"], 7200 + 2 * 3600);
    let help =
        serde_json::json!({ "worker": "001", "type": "scene", "helps": true, "begins_in_seconds": 7200 });
    assert!(status["plan"]["shifts"].as_array().unwrap().contains(&help), "{status}");
    farm.rows("UPDATE dbvideo_worker SET only_types = 'character' WHERE worker_id = '001'");
    let said = farm.in_project(&["status"]).expect(0);
    assert!(said.contains("No worker takes the type scene: 2 shots wait."), "{said}");
}

#[test]
fn a_maker_that_this_machine_lacks_is_said_by_status() {
    let farm = begun();
    let settings = fs::read_to_string(farm.project().join("rushes.toml")).unwrap();
    farm.rows("UPDATE dbvideo_film SET frame_makers = '{\"*\":\"comfy\"}'");
    let said = farm.in_project(&["status"]).expect(0);
    assert!(
        said.contains("A maker of the film is missing here: ") && said.contains("comfy"),
        "{said}\n{settings}"
    );
    farm.rows("INSERT INTO dbvideo_worker (worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing,
        started_at, lastbeat) VALUES ('PC-2', 'b0000002', 'elsewhere', '0', '', '', 'frames', 1, 'idle', '', 0, 0)");
    let said = farm.in_project(&["status"]).expect(0);
    assert!(!said.contains("is missing here"), "another machine may have it: {said}");
}

#[test]
fn a_paused_maker_is_shown_and_resumed() {
    let farm = begun();
    farm.rows("INSERT INTO dbvideo_maker (maker, paused_until, reason, updated_at) VALUES ('animatic', 9000000000000, 'no credit', 0)");
    let said = farm.in_project(&["makers"]).expect(0);
    assert!(
        said.lines().filter(|it| it.contains("no credit")).count() == 2,
        "for frames and for clips: {said}"
    );
    let said = farm.in_project(&["status"]).expect(0);
    assert!(
        said.contains("The maker animatic is paused until ") && said.contains(": no credit; `"),
        "{said}"
    );
    assert!(said.contains("No worker works now: "), "{said}");
    let said = farm.in_project(&["makers", "--resume", "comfy"]).expect(2);
    assert!(said.contains("expected a maker of the film, got `comfy`\nhint: known: animatic"), "{said}");
    farm.in_project(&["makers", "--resume", "animatic"]).expect(0);
    assert!(!farm.in_project(&["status"]).expect(0).contains("paused"));
}

#[test]
fn held_and_cancelled_shots_are_told_for_what_they_are() {
    let farm = begun();
    farm.in_project(&["hold", "SCN1"]).expect(0);
    farm.in_project(&["cancel", "SCN2", "--yes"]).expect(0);
    farm.in_project(&["work", "--id", "001", "--until-done"]).expect(0);
    let said = farm.in_project(&["status"]).expect(0);
    assert!(said.contains("1 shot held: `") && !said.contains("given up"), "{said}");
    farm.in_project(&["export", "cut"]).expect(1);
    assert!(
        !fs::read_to_string(farm.path("cut/storyboard.csv")).unwrap().contains("SCN2"),
        "it was taken out"
    );
}

#[test]
fn a_try_ends_with_its_first_fault_and_names_nothing_that_it_did_not_make() {
    let farm = begun();
    let refuse = "UPDATE dbvideo_shot SET first_prompt = '' WHERE scenecode = 'SCN1'";
    farm.rows(refuse);
    farm.rows("UPDATE dbvideo_film SET frame_makers = '{\"*\":\"no\"}'");
    let file = farm.project().join("rushes.toml");
    let text = fs::read_to_string(&file).unwrap();
    let own = "[film.frames]\n\"*\" = \"no\"\n[makers.no]\ncommand = [\"sh\", \"-c\", \"echo no node >&2; exit 1\"]\n";
    fs::write(&file, text + own).unwrap();
    let said = farm.in_project(&["try", "SCN1"]).expect(1);
    assert!(said.contains("could not make SCN1: ") && said.contains("no node"), "{said}");
    assert!(said.contains("worklog --shot SCN1`") && !said.contains("media/"), "{said}");
    let tries = farm.rows("SELECT retry_count AS n FROM dbvideo_arcpictask WHERE scenecode = 'SCN1'");
    assert_eq!(tries[0]["n"], 1);
}

#[test]
fn an_init_beside_settings_that_say_otherwise_is_refused() {
    let farm = Farm::new();
    fs::create_dir(farm.project()).unwrap();
    fs::write(farm.project().join("rushes.toml"), QUICK).unwrap();
    let said =
        farm.in_project(&["init", "--frames", "card", "--title", "Rain", "--size", "160x90"]).expect(1);
    assert!(
        said.contains("rushes.toml is there and says something else than --title, --frames\nhint: "),
        "{said}"
    );
    assert!(!farm.project().join("film.db").exists());
    farm.in_project(&["init", "--size", "160x90"]).expect(0);
}

#[test]
fn a_row_that_left_the_storyboard_is_named() {
    let farm = begun();
    fs::write(farm.path("less.csv"), CSV.replace("SCN3,location,3,A harbour,An empty harbour,1\n", ""))
        .unwrap();
    let said = farm.in_project(&["import", "less.csv"]).expect(0);
    assert!(said.contains("1 shot of the film not in this file: SCN3; they stay"), "{said}");
}
