//! The articles' own SQL, typed into MariaDB's client while workers run: a person takes part in the farm.
#![cfg(unix)]
#![cfg(feature = "servers")]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use crew::{Crew, LONG, Pace, Plan, SHORT, code, wait_until_frozen};
use farm::LIMIT;
use rushes_testkit::{Backend, Process, Signal, fresh, shell, wait_until};

/// The database's clock.
const NOW: &str = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

/// As the article types it.
#[track_caller]
fn claim_by_hand(crew: &Crew, tasktype: &str, worker: &str) {
    let sql = format!(
        "UPDATE dbvideo_arcpictask SET status = 1, worker_id = '{worker}' \
         WHERE status = 0 AND tasktype = '{tasktype}' ORDER BY taskid ASC LIMIT 1;\n"
    );
    shell(&crew.db, &sql);
}

/// Who holds a shot's image task.
#[track_caller]
fn held(crew: &Crew, shot: usize) -> String {
    let row = "SELECT status, COALESCE(worker_id, '-'), COALESCE(boot_id, '-') FROM dbvideo_arcpictask";
    crew.line(&format!("{row} WHERE scenecode = '{}'", code(shot)))
}

/// Puts frames of another shot into the media folder and ends a shot with them.
#[track_caller]
fn end_by_hand(crew: &Crew, shot: usize, like: usize) {
    let frames = crew.ask(&format!(
        "SELECT firstpic, secondpic FROM dbvideo_arcpictask WHERE scenecode = '{}'",
        code(like)
    ));
    let folder = crew.farm.path("media/by-hand");
    std::fs::create_dir(&folder).expect("the media folder is writable");
    for (from, to) in frames[0].iter().zip(["a.png", "b.png"]) {
        std::fs::copy(crew.media(from), folder.join(to)).expect("the media folder is writable");
    }
    let set = "SET status = 2, firstpic = 'by-hand/a.png', secondpic = 'by-hand/b.png'";
    shell(&crew.db, &format!("UPDATE dbvideo_arcpictask {set} WHERE scenecode = '{}';\n", code(shot)));
}

/// Both workers hold one shot each, behind their gates.
#[track_caller]
fn two_workers(plan: &Plan<'_>) -> (Crew, [Process; 2]) {
    let crew = Crew::new(fresh(Backend::MariaDb), plan);
    let workers = ["001", "002"].map(|id| {
        crew.draw_for(id);
        crew.start(id, &[])
    });
    for id in ["001", "002"] {
        crew.wait_until_begun(id);
    }
    (crew, workers)
}

#[track_caller]
fn both_end(workers: &mut [Process]) {
    for worker in workers {
        assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
    }
}

#[test]
fn a_claim_that_a_person_types_is_respected_and_its_shot_gets_a_clip_once_it_is_ended_by_hand() {
    let types = ["scene", "scene", "scene", "scene"];
    let (crew, mut workers) = two_workers(&Plan { types: &types, frames: "gate", clips: "null", pace: LONG });
    claim_by_hand(&crew, "scene", "003");
    assert_eq!(held(&crew, 3), "1 003 -");
    crew.open_gate("001");
    crew.open_gate("002");
    crew.wait_for("SELECT COUNT(*) FROM dbvideo_process WHERE status = 'done'", "3");
    assert_eq!(held(&crew, 3), "1 003 -", "the workers left it alone");
    let own = "SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1 AND worker_id = '003'";
    assert_eq!(crew.number(own), 1, "the article's count");

    end_by_hand(&crew, 3, 4);
    both_end(&mut workers);
    let clip = format!("FROM dbvideo_process WHERE scenecode = '{}'", code(3));
    assert_eq!(crew.line(&format!("SELECT status, firstpic {clip}")), "done by-hand/a.png");
    let journal = crew.farm.journal();
    let frames = journal.iter().filter(|it| it["what"] == "frame" && it["scenecode"] == code(3).as_str());
    assert_eq!(frames.count(), 0, "nobody made what a person held");
    assert_eq!(crew.number("SELECT COUNT(*) FROM dbvideo_alert"), 0);
    crew.run(&["verify"]).expect(0);
}

#[test]
fn a_claim_that_a_person_leaves_alone_is_taken_back_once_after_the_stale_time() {
    let (crew, mut workers) = two_workers(&Plan {
        types: &["scene", "scene", "scene"],
        frames: "gate",
        clips: "null",
        pace: SHORT,
    });
    let typed_at = crew.number(NOW);
    claim_by_hand(&crew, "scene", "003");
    assert_eq!(held(&crew, 3), "1 003 -");
    crew.open_gate("001");
    crew.open_gate("002");
    both_end(&mut workers);
    let log = format!("FROM dbvideo_worklog WHERE stage = 'frames' AND scenecode = '{}'", code(3));
    let ends = crew.ask(&format!("SELECT outcome, worker_id = '003', finished_at {log} ORDER BY claim_seq"));
    assert_eq!([&ends[0][..2], &ends[1][..2]], [["lost", "1"], ["done", "0"]], "{ends:?}");
    assert_eq!(ends.len(), 2, "it is taken back once: {ends:?}");
    let taken_back: i64 = ends[0][2].parse().unwrap();
    // The first sweep that saw it gave it a time; the stale time counts from there.
    assert!(taken_back >= typed_at + 5000, "taken back after {} ms", taken_back - typed_at);
    let charges = "SELECT retry_count FROM dbvideo_arcpictask ORDER BY taskid";
    assert_eq!(crew.ask(charges), [["0"], ["0"], ["1"]]);
    crew.assert_journal_explained();
}

#[test]
fn a_zombie_that_wakes_beside_a_persons_claim_is_stale() {
    // A person needs a moment between the two statements.
    let pace = Pace { beat: "500ms", stale: "15s" };
    let plan = Plan { types: &["scene", "character"], frames: "animatic", clips: "null", pace };
    let crew = Crew::new(fresh(Backend::MariaDb), &plan);
    let mut work = crew.work("001", &["--only", "scene"]);
    let zombie = crew.farm.start(work.env("RUSHES_TEST_STOP_AT", "before-commit:1"));
    wait_until_frozen(&zombie);
    let other = crew.start("002", &["--only", "character"]);
    let first = format!("SELECT status FROM dbvideo_arcpictask WHERE scenecode = '{}'", code(1));
    crew.wait_for(&first, "0");
    claim_by_hand(&crew, "scene", "003");
    assert_eq!(held(&crew, 1), "1 003 -");
    zombie.signal(Signal::Continue);
    wait_until("the zombie's confirm", LIMIT, || zombie.log().contains("stale: result dropped"));
    assert_eq!(held(&crew, 1), "1 003 -", "the zombie took a person's claim for its own");
    end_by_hand(&crew, 1, 2);
    both_end(&mut [zombie, other]);
    let row = "SELECT status, firstpic, retry_count FROM dbvideo_arcpictask";
    assert_eq!(crew.line(&format!("{row} WHERE scenecode = '{}'", code(1))), "2 by-hand/a.png 1");
    let log = format!("FROM dbvideo_worklog WHERE stage = 'frames' AND scenecode = '{}'", code(1));
    assert_eq!(crew.ask(&format!("SELECT outcome, worker_id {log}")), [["lost", "001"]]);
    assert_eq!(crew.ask("SELECT status FROM dbvideo_process"), [["done"]; 2]);
    crew.run(&["verify"]).expect(0);
}

#[test]
fn a_row_that_a_person_gives_to_a_live_worker_is_adopted() {
    let plan = Plan { types: &["scene", "location"], frames: "gate", clips: "null", pace: LONG };
    let crew = Crew::new(fresh(Backend::MariaDb), &plan);
    crew.draw_for("001");
    // By itself it would never take a location.
    let worker = crew.start("001", &["--only", "scene"]);
    crew.wait_until_begun("001");
    claim_by_hand(&crew, "location", "001");
    assert_eq!(held(&crew, 2), "1 001 -");
    crew.open_gate("001");
    both_end(&mut [worker]);
    let log =
        "SELECT scenecode, outcome, worker_id FROM dbvideo_worklog WHERE stage = 'frames' ORDER BY scenecode";
    let done = |shot: usize| [code(shot), "done".to_owned(), "001".to_owned()];
    assert_eq!(crew.ask(log), [done(1), done(2)]);
    crew.assert_journal_explained();
    crew.run(&["verify"]).expect(0);
}
