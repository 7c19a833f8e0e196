//! `rushes demo`, from an empty folder to a film; stopped in the middle, and gone on with.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::process::Command;
use std::time::{Duration, Instant};

use farm::proof::{assert_journal_matches, number, text};
use farm::{Farm, LIMIT, probe};
use rushes_testkit::{Process, Signal, wait_until};
use serde_json::Value;

const DEMO: [&str; 5] = ["demo", "--shots", "60", "--folder", "film"];
const FPS: f64 = 6.0;
/// Nobody may stand about for longer while there is something to do.
const LONGEST_IDLE_MS: i64 = 5000;

#[test]
fn the_demo_makes_every_shot_once_and_says_so_again() {
    let farm = Farm::new();
    let said = farm.rushes(&DEMO).expect(0);
    assert!(said.contains("film.mp4"), "{said}");
    each_frame_and_clip_was_made_once(&farm);
    assert_journal_matches(&farm);
    nobody_idled(&farm);
    the_film_is_whole(&farm);
    the_sheet_names_every_shot(&farm);
    let said = farm.in_project(&["verify"]).expect(0);
    assert!(said.starts_with("as the database says: 180 files; broken: 0 shots;"), "{said}");

    let (journal, worklog) = (farm.journal(), farm.rows("SELECT * FROM dbvideo_worklog"));
    farm.rushes(&DEMO).expect(0);
    assert_eq!(farm.journal(), journal, "the same command made something again");
    assert_eq!(farm.rows("SELECT * FROM dbvideo_worklog"), worklog);
}

#[test]
fn a_ctrl_c_finishes_what_runs_and_the_same_command_goes_on() {
    let (farm, mut demo) = begun();
    demo.signal(Signal::Interrupt);
    let code = demo.wait(LIMIT).code();
    assert_eq!(code, Some(1), "{}", demo.log());
    assert!(demo.log().contains("the same command goes on where it stopped"), "{}", demo.log());
    nobody_is_left(&farm);
    let held = farm.rows(
        "SELECT scenecode FROM dbvideo_arcpictask WHERE status = 1
         UNION SELECT scenecode FROM dbvideo_process WHERE status = 'submitted' OR status = 'ready' AND task_lock = 1",
    );
    assert_eq!(held, Vec::<Value>::new(), "a worker ended and still held these");
    goes_on_to_the_end(&farm);
    each_frame_and_clip_was_made_once(&farm);
}

#[test]
fn a_second_ctrl_c_hands_back_at_once_and_nothing_is_charged() {
    let (farm, mut demo) = begun();
    demo.signal(Signal::Interrupt);
    wait_until("the first one to be heard", LIMIT, || demo.log().contains("Ctrl-C again"));
    demo.signal(Signal::Interrupt);
    assert_eq!(demo.wait(LIMIT).code(), Some(1), "{}", demo.log());
    nobody_is_left(&farm);
    let held = farm.rows(
        "SELECT scenecode FROM dbvideo_arcpictask WHERE status = 1
         UNION SELECT scenecode FROM dbvideo_process WHERE status = 'ready' AND task_lock = 1",
    );
    assert_eq!(held, Vec::<Value>::new(), "a worker ended and still held these");
    goes_on_to_the_end(&farm);
    let charged = farm.rows(
        "SELECT scenecode FROM dbvideo_arcpictask WHERE retry_count > 0
         UNION SELECT scenecode FROM dbvideo_process WHERE retry_count > 0",
    );
    assert_eq!(charged, Vec::<Value>::new(), "stopping is nobody's fault");
}

/// The film of the articles, whole, from one seed after the other.
#[test]
fn the_whole_film_is_made_from_any_seed() {
    let mut films = Vec::new();
    for seed in ["1", "2", "3"] {
        let farm = Farm::new();
        farm.rushes(&["demo", "--folder", "film", "--seed", seed]).expect(0);
        assert_every_shot_ended_well(&farm);
        nobody_idled(&farm);
        films.push(farm.rows("SELECT scenecode, first_prompt FROM dbvideo_shot ORDER BY scenecode"));
    }
    assert!(films[0] != films[1] && films[1] != films[2], "another seed makes another storyboard");
}

#[test]
fn the_whole_film_is_made_although_a_worker_is_killed_every_twenty_seconds() {
    let farm = Farm::new();
    let mut demo = farm.start(&mut farm.command(&["demo", "--folder", "film"]));
    let (mut killed, mut last) = (0, Instant::now());
    while demo.ended().is_none() {
        std::thread::sleep(Duration::from_millis(200));
        if last.elapsed() < Duration::from_secs(20) {
            continue;
        }
        last = Instant::now();
        let id = ["001", "002", "003"][killed % 3];
        killed += usize::from(kill_worker(&farm, id));
    }
    assert!(demo.wait(LIMIT).success(), "{}", demo.log());
    assert!(killed >= 2, "the film was made before anybody was killed twice");
    assert_every_shot_ended_well(&farm);
    let lost = farm.rows("SELECT 1 FROM dbvideo_worklog WHERE outcome = 'lost'");
    assert!(!lost.is_empty(), "nobody noticed {killed} deaths");
}

/// Kills one of the demo's workers; says whether it was there.
fn kill_worker(farm: &Farm, id: &str) -> bool {
    let ps = Command::new("ps").args(["-A", "-ww", "-o", "pid,args"]).output().expect("ps is installed");
    let all = String::from_utf8_lossy(&ps.stdout).into_owned();
    let (project, worker) = (farm.project().display().to_string(), format!("work --id {id}"));
    let Some(line) = all.lines().find(|it| it.contains(&project) && it.contains(&worker)) else {
        return false;
    };
    let pid = line.split_whitespace().next().expect("ps prints the number first");
    Command::new("kill").args(["-9", pid]).status().expect("kill is there").success()
}

/// 1,029 shots, each with two frames and a clip, as if nothing had happened on the way.
fn assert_every_shot_ended_well(farm: &Farm) {
    let done = "SELECT stage, COUNT(DISTINCT scenecode) AS n FROM dbvideo_worklog WHERE outcome = 'done' GROUP BY stage";
    let done: Vec<_> =
        farm.rows(done).iter().map(|it| (text(it, "stage").to_owned(), number(it, "n"))).collect();
    assert_eq!(done, [("clip".to_owned(), 1029), ("frames".to_owned(), 1029)]);
    assert_journal_matches(farm);
    the_film_is_whole(farm);
    let said = farm.in_project(&["verify"]).expect(0);
    assert!(said.starts_with("as the database says: 3,087 files; broken: 0 shots;"), "{said}");
}

/// A demo in its middle.
fn begun() -> (Farm, Process) {
    let farm = Farm::new();
    let demo = farm.start(&mut farm.command(&DEMO));
    // A whole run writes 300 lines.
    wait_until("the middle of the demo", LIMIT, || farm.journal().len() >= 80);
    (farm, demo)
}

fn goes_on_to_the_end(farm: &Farm) {
    farm.rushes(&DEMO).expect(0);
    assert_journal_matches(farm);
    the_film_is_whole(farm);
    farm.in_project(&["verify"]).expect(0);
}

fn each_frame_and_clip_was_made_once(farm: &Farm) {
    let journal = farm.journal();
    let with = |result: &str| journal.iter().filter(|it| text(it, "result") == result).count();
    let counts = ["made", "asked", "accepted", "fetched"].map(with);
    assert_eq!((counts, journal.len()), ([120, 60, 60, 60], 300));
}

/// No worker's frames end more than five seconds before its next ones begin while there is a shot to begin.
fn nobody_idled(farm: &Farm) {
    let worked = farm.rows(
        "SELECT worker_id, started_at, finished_at FROM dbvideo_worklog WHERE stage = 'frames' ORDER BY started_at",
    );
    let last_ready = worked.iter().map(|it| number(it, "started_at")).max().expect("there is a worklog");
    let workers = farm.rows("SELECT worker_id, started_at FROM dbvideo_worker");
    assert_eq!(workers.len(), 3);
    for worker in workers {
        let id = text(&worker, "worker_id");
        let mut busy_until = number(&worker, "started_at");
        let ours = worked.iter().filter(|it| text(it, "worker_id") == id);
        let spans = ours.map(|it| (number(it, "started_at"), number(it, "finished_at")));
        // After the last task was begun nothing is ready any more.
        for (started, finished) in spans.chain([(last_ready, last_ready)]) {
            let idle = started - busy_until;
            assert!(idle <= LONGEST_IDLE_MS, "worker {id} idled for {idle} ms while shots were ready");
            busy_until = busy_until.max(finished);
        }
    }
}

/// As long as its shots to one frame, with a mark where each chapter begins.
fn the_film_is_whole(farm: &Farm) {
    let film = probe(&farm.project().join("film.mp4"));
    let shots =
        farm.rows("SELECT chapter, chapter_title, duration_ms FROM dbvideo_shot ORDER BY chapter, position");
    let seconds =
        |shots: &[Value]| shots.iter().map(|it| number(it, "duration_ms")).sum::<i64>() as f64 / 1000.0;
    let frames = (seconds(&shots) * FPS).round();
    let video = &film["streams"][0];
    assert_eq!(text(video, "nb_read_frames"), frames.to_string(), "{film}");
    for long in [&video["duration"], &film["format"]["duration"]] {
        let long: f64 = long.as_str().and_then(|it| it.parse().ok()).expect("ffprobe tells seconds");
        assert!((long - frames / FPS).abs() <= 1.0 / FPS, "expected {} s, got {long} s", frames / FPS);
    }
    let mut expected = Vec::new();
    for (at, shot) in shots.iter().enumerate() {
        if at == 0 || shots[at - 1]["chapter"] != shot["chapter"] {
            expected.push((text(shot, "chapter_title").to_owned(), format!("{:.2}", seconds(&shots[..at]))));
        }
    }
    assert!(expected.len() > 1, "{expected:?}");
    let start = |it: &Value| text(it, "start_time").parse::<f64>().expect("a mark has its second");
    let marks = film["chapters"].as_array().expect("the film has chapters").iter();
    let marks = marks.map(|it| (text(&it["tags"], "title").to_owned(), format!("{:.2}", start(it))));
    assert_eq!(marks.collect::<Vec<_>>(), expected);
}

/// In story order, with the files that the rows name.
fn the_sheet_names_every_shot(farm: &Farm) {
    let sheet = std::fs::read_to_string(farm.project().join("contact.html")).expect("the sheet is there");
    let shots = farm.rows(
        "SELECT shot.scenecode, firstpic, secondpic, path FROM dbvideo_shot shot
         JOIN dbvideo_arcpictask task USING (scenecode) JOIN dbvideo_videometa meta USING (scenecode)
         ORDER BY chapter, position",
    );
    assert_eq!(shots.len(), 60);
    let mut read_to = 0;
    for shot in &shots {
        for what in ["firstpic", "secondpic", "path"] {
            let named = format!("media/{}", text(shot, what));
            assert!(sheet[read_to..].contains(&named), "the sheet does not name `{named}` in its place");
        }
        read_to += sheet[read_to..]
            .find(text(shot, "scenecode"))
            .expect("the sheet names every shot in story order");
    }
}

/// No process of this project runs any more.
fn nobody_is_left(farm: &Farm) {
    let output = Command::new("ps").args(["-A", "-ww", "-o", "args"]).output().expect("ps is installed");
    let all = String::from_utf8_lossy(&output.stdout).into_owned();
    let folder = farm.folder.path().display().to_string();
    let left: Vec<&str> = all.lines().filter(|it| it.contains(&folder)).collect();
    assert_eq!(left, [""; 0]);
}
