//! What was made is not made again because a folder is away, a database refuses it or a person has not finished.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;

use crew::{Crew, Pace, Plan, code, left_in_spool};
use farm::proof::text;
use farm::{Farm, LIMIT};
use rushes_testkit::{Backend, fresh, shell, wait_until};

const PACE: Pace = Pace { beat: "300ms", stale: "1min" };
const GATED: Plan<'static> = Plan { types: &["scene"; 3], frames: "gate", clips: "animatic", pace: PACE };
const DRAWN: Plan<'static> = Plan { frames: "animatic", ..GATED };

#[test]
fn a_share_that_goes_away_keeps_what_was_made_waiting() {
    let crew = Crew::new(fresh(Backend::Sqlite), &GATED);
    crew.draw_for("001");
    let mut worker = crew.start("001", &[]);
    crew.wait_until_begun("001");
    // The share is gone and its mount point stays, as after `umount`.
    let (mounted, away) = (crew.farm.path("media"), crew.farm.path("away"));
    fs::rename(&mounted, &away).unwrap();
    fs::create_dir(&mounted).unwrap();
    crew.open_gate("001");
    wait_until("the made frames to wait", LIMIT, || {
        worker.log().contains("what was made waits in the spool")
    });
    let resting =
        "SELECT COUNT(*) FROM dbvideo_worker WHERE state = 'resting' AND doing LIKE '%.rushes-media%'";
    crew.wait_for(resting, "1");
    assert_eq!(crew.ask("SELECT status FROM dbvideo_arcpictask ORDER BY taskid"), [["1"], ["0"], ["0"]]);
    assert_eq!(fs::read_dir(&mounted).unwrap().count(), 0, "nothing is written beside the share");
    fs::remove_dir(&mounted).unwrap();
    fs::rename(&away, &mounted).unwrap();
    assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
    assert_eq!(crew.ask("SELECT outcome FROM dbvideo_worklog WHERE stage = 'frames'"), [["done"]; 3]);
    crew.assert_journal_explained();
    crew.run(&["verify"]).expect(0);
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
}

#[test]
fn a_media_folder_that_is_lost_is_made_anew_when_a_person_says_so() {
    let crew = Crew::new(fresh(Backend::Sqlite), &DRAWN);
    crew.farm.finish(&mut crew.work("001", &[])).expect(0);
    let media = crew.farm.path("media");
    fs::remove_dir_all(&media).unwrap();
    for refused in [&["work", "--id", "001", "--until-done"][..], &["verify", "--repair"]] {
        let said = crew.run(refused).expect(1);
        assert!(said.contains("as the film's media folder: its file .rushes-media is not there"), "{said}");
        assert!(said.contains("verify --new-media --repair`"), "{said}");
        assert!(!media.join(".rushes-media").exists(), "{refused:?} took the folder as the film's");
    }
    let said = crew.run(&["verify", "--new-media", "--repair"]).expect(0);
    assert!(said.contains("to be made again: 3 shots"), "{said}");
    crew.farm.finish(&mut crew.work("001", &[])).expect(0);
    crew.run(&["verify"]).expect(0);
}

#[test]
fn what_the_database_refuses_is_given_up_and_not_made_without_end() {
    let crew = Crew::new(fresh(Backend::Sqlite), &DRAWN);
    // It has one try left.
    let refuse = "CREATE TRIGGER refuse BEFORE UPDATE ON dbvideo_arcpictask WHEN NEW.status = 2 AND NEW.taskid = 1 \
                  BEGIN SELECT RAISE(ABORT, 'the moon is full'); END;";
    shell(
        &crew.db,
        &format!("UPDATE dbvideo_arcpictask SET retry_count = 100 WHERE taskid = 1;\n{refuse}\n"),
    );
    let said = crew.farm.finish(&mut crew.work("001", &[])).expect(1);
    assert!(said.contains("error: given up: 1 shot"), "{said}");
    let alert = crew.line("SELECT scenecode, kind, message FROM dbvideo_alert");
    let expected = format!("{} failed the database does not take what was made", code(1));
    assert!(alert.starts_with(&expected) && alert.contains("the moon is full"), "{alert}");
    let tasks = crew.ask("SELECT status FROM dbvideo_arcpictask ORDER BY taskid");
    assert_eq!(tasks, [["3"], ["2"], ["2"]]);
    crew.run(&["verify"]).expect(0);
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
}

#[test]
fn a_shot_that_a_person_ended_without_its_files_does_not_hold_up_the_end() {
    let crew = Crew::new(fresh(Backend::Sqlite), &DRAWN);
    shell(
        &crew.db,
        "UPDATE dbvideo_arcpictask SET status = 2, firstpic = 'a.png', secondpic = 'b.png' WHERE taskid = 2;\n",
    );
    let said = crew.farm.finish(&mut crew.work("001", &[])).expect(1);
    assert!(said.contains("error: given up: 1 shot"), "{said}");
    assert_eq!(crew.line("SELECT scenecode, kind FROM dbvideo_alert"), format!("{} no files", code(2)));
    // Now the person brings the files.
    let drawn = crew.line("SELECT firstpic FROM dbvideo_arcpictask WHERE taskid = 1");
    for name in ["a.png", "b.png"] {
        fs::copy(crew.media(&drawn), crew.media(name)).unwrap();
    }
    crew.farm.finish(&mut crew.work("001", &[])).expect(0);
    assert_eq!(crew.ask("SELECT status FROM dbvideo_process"), [["done"]; 3]);
}

#[test]
fn bad_shots_of_a_type_do_not_keep_the_good_ones_waiting() {
    let farm = Farm::new();
    fs::create_dir(farm.project()).unwrap();
    let settings = "[makers.picky]\ncommand = [\"sh\", \"maker.sh\"]\n[film]\nwidth = 160\nheight = 90\nfps = 6\n\
                    [film.frames]\n\"*\" = \"picky\"\n[film.timing]\nbeat = \"200ms\"\nscan = \"200ms\"\npoll = \"200ms\"\n";
    fs::write(farm.project().join("rushes.toml"), settings).unwrap();
    let card = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/makers/card.py");
    let script = "read -r ask\ncase $ask in *bad*) echo no such node >&2; exit 1;; esac\nprintf '%s' \"$ask\" | python3 ";
    fs::write(farm.project().join("maker.sh"), format!("{script}'{}'\n", card.display())).unwrap();
    let lines: String =
        (1..=8).map(|it| format!("{it},{}\n", if it <= 4 { "bad" } else { "good" })).collect();
    fs::write(farm.path("eight.csv"), format!("code,prompt\n{lines}")).unwrap();
    farm.in_project(&["init"]).expect(0);
    farm.in_project(&["import", "eight.csv"]).expect(0);
    let mut worker = farm.start(&mut farm.command(&["--project", "film", "work", "--id", "001"]));
    wait_until("the rest to be seen", LIMIT, || {
        let said = farm.in_project(&["status"]).expect(0);
        said.contains("rests from the type") && said.contains("no such node")
    });
    let good = "SELECT COUNT(*) AS n FROM dbvideo_arcpictask WHERE status = 2";
    wait_until("the good shots", LIMIT, || farm.rows(good)[0]["n"] == 4);
    let first = farm
        .rows("SELECT scenecode, outcome FROM dbvideo_worklog WHERE stage = 'frames' ORDER BY id LIMIT 5");
    let first: Vec<String> =
        first.iter().map(|it| format!("{} {}", text(it, "scenecode"), text(it, "outcome"))).collect();
    // After each rest a shot is tried that has not failed yet.
    assert_eq!(first, ["1 retry", "2 retry", "3 retry", "4 retry", "5 done"]);
    worker.signal(rushes_testkit::Signal::Interrupt);
    assert!(worker.wait(LIMIT).success(), "{}", worker.log());
}

#[test]
fn clips_whose_frames_were_away_are_made_when_they_are_back() {
    let crew = Crew::new(fresh(Backend::Sqlite), &Plan { types: &["scene"; 4], ..DRAWN });
    // Long clips: while two are drawn, the others wait for a free processor and have not read their frames.
    shell(&crew.db, "UPDATE dbvideo_shot SET duration_ms = 1800000;\n");
    let mut first = crew.start("001", &["--slots", "4"]);
    crew.wait_for("SELECT COUNT(*) FROM dbvideo_process WHERE status = 'submitted'", "4");
    let (mounted, away) = (crew.farm.path("media"), crew.farm.path("away"));
    fs::rename(&mounted, &away).unwrap();
    let faulty = |log: String| log.contains("class=\"machine\"");
    wait_until("a fault of the folder", LIMIT, || faulty(first.log()) || first.ended().is_some());
    assert!(faulty(first.log()), "the folder was away and nobody noticed: {}", first.log());
    fs::rename(&away, &mounted).unwrap();
    assert_eq!(first.wait(LIMIT).code(), Some(0), "{}", first.log());
    crew.assert_journal_explained();
    let charged = crew.line("SELECT MAX(retry_count) FROM dbvideo_process");
    assert_eq!(charged, "0", "a folder that is away is nobody's fault");
    crew.run(&["verify"]).expect(0);
}

#[test]
fn a_kept_frame_is_not_made_again_because_its_folder_is_away() {
    let crew = Crew::new(fresh(Backend::Sqlite), &GATED);
    crew.draw_for("001");
    crew.open_gate("001");
    crew.farm.finish(&mut crew.work("001", &[])).expect(0);
    let last = "SELECT second_sha256, second_seed FROM dbvideo_arcpictask WHERE taskid = 1";
    let before = (crew.line(last), crew.begun("001").len());
    for sign in fs::read_dir(crew.farm.path("gate")).unwrap().map(|it| it.unwrap().path()) {
        let name = sign.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("open") || name.starts_with("began") {
            fs::remove_file(sign).unwrap();
        }
    }
    crew.run(&["rerun", &code(1), "--first", "--yes"]).expect(0);
    let mut worker = crew.start("001", &[]);
    crew.wait_until_begun("001");
    // The first frame is being made; the last is taken from the folder afterwards.
    let (mounted, away) = (crew.farm.path("media"), crew.farm.path("away"));
    fs::rename(&mounted, &away).unwrap();
    crew.open_gate("001");
    wait_until("the folder to be missed", LIMIT, || worker.log().contains("class=\"machine\""));
    fs::rename(&away, &mounted).unwrap();
    assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
    assert_eq!(crew.line(last), before.0, "{}", worker.log());
    let again = crew.begun("001");
    assert!(again.iter().all(|it| it.ends_with("first")) && before.1 == 6, "{again:?}");
    crew.run(&["verify"]).expect(0);
}

#[test]
fn a_worker_rests_when_the_film_has_another_media_folder() {
    let crew = Crew::new(fresh(Backend::Sqlite), &GATED);
    crew.draw_for("001");
    let mut worker = crew.start("001", &[]);
    crew.wait_until_begun("001");
    shell(&crew.db, "UPDATE dbvideo_film SET media_marker = 'another';\n");
    let resting =
        "SELECT COUNT(*) FROM dbvideo_worker WHERE state = 'resting' AND doing LIKE '%another media folder%'";
    crew.wait_for(resting, "1");
    worker.kill();
}

#[test]
fn what_was_made_before_waits_for_a_folder_that_takes_it() {
    let crew = Crew::new(fresh(Backend::Sqlite), &DRAWN);
    // Killed once everything is in the spool, before a row names it.
    let mut first = crew.work("001", &[]);
    first.env("RUSHES_TEST_KILL_AT", "checked");
    crew.farm.finish(&mut first);
    // A file has the name that the chapter's folder needs.
    let frames = crew.farm.path("media/frames");
    let _ = fs::remove_dir_all(&frames);
    fs::write(&frames, "").unwrap();
    let mut worker = crew.start("001", &[]);
    wait_until("the result to wait", LIMIT, || {
        worker.log().contains("what was made before waits in the spool")
    });
    fs::remove_file(&frames).unwrap();
    assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
    let log = "SELECT outcome FROM dbvideo_worklog WHERE stage = 'frames'";
    assert_eq!(crew.ask(log), [["done"]; 3], "{}", worker.log());
    crew.assert_journal_explained();
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
}
