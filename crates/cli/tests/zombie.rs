//! Workers that sleep over the stale time while another one takes their work: they wake, change nothing, and go on.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use crew::{Crew, Plan, SHORT, code, left_in_spool};
use farm::LIMIT;
use farm::proof::sha256;
use rushes_testkit::{Backend, Process, Signal, fresh};

/// The first shot is the one over which a worker sleeps; 002 takes no other.
const PLAN: Plan<'static> =
    Plan { types: &["character", "scene", "scene"], frames: "gate", clips: "null", pace: SHORT };

/// Everything that the rows and files say of the first shot's frames.
#[track_caller]
fn first_shot(crew: &Crew) -> (Vec<Vec<String>>, Vec<Vec<String>>, [String; 2]) {
    let of_shot = |sql: &str| crew.ask(&format!("{sql} WHERE scenecode = '{}'", code(1)));
    let task = of_shot(
        "SELECT status, worker_id, boot_id, claim_seq, retry_count, firstpic, secondpic, first_seed, finished_at
         FROM dbvideo_arcpictask",
    );
    let files = [5, 6].map(|at| sha256(&crew.media(&task[0][at])));
    let log = of_shot("SELECT stage, claim_seq, outcome, worker_id, finished_at FROM dbvideo_worklog");
    let log = log.into_iter().filter(|it| it[0] == "frames").collect();
    (task, log, files)
}

/// 002 ends the first shot while 001 sleeps; then 001 wakes and both go on to the end.
#[track_caller]
fn sleep_over(crew: &Crew, mut sleeper: Process) {
    let mut other = crew.start("002", &["--only", "character"]);
    let done = format!("SELECT status, worker_id FROM dbvideo_arcpictask WHERE scenecode = '{}'", code(1));
    crew.wait_for(&done, "2 002");
    let before = first_shot(crew);
    crew.open_gate("001");
    sleeper.signal(Signal::Continue);
    assert_eq!(sleeper.wait(LIMIT).code(), Some(0), "{}", sleeper.log());
    assert_eq!(other.wait(LIMIT).code(), Some(0), "{}", other.log());

    assert_eq!(first_shot(crew), before, "the sleeper changed the row, the files or the worklog");
    let ends = "SELECT outcome, worker_id FROM dbvideo_worklog WHERE stage = 'frames' AND scenecode";
    let ends_of_first = crew.ask(&format!("{ends} = '{}' ORDER BY claim_seq", code(1)));
    assert_eq!(ends_of_first, [["lost", "001"], ["done", "002"]], "lost is said once");
    let ends_of_others = crew.ask(&format!("{ends} <> '{}' ORDER BY scenecode", code(1)));
    assert_eq!(ends_of_others, [["done", "001"]; 2], "the woken worker goes on");
    let charged = "SELECT retry_count FROM dbvideo_arcpictask ORDER BY scenecode";
    assert_eq!(crew.ask(charged), [["1"], ["0"], ["0"]]);
    crew.assert_journal_explained();
    crew.run(&["verify"]).expect(0);
    for id in ["001", "002"] {
        assert_eq!(left_in_spool(&crew.farm.project(), id), [""; 0]);
    }
}

#[test]
fn a_worker_that_sleeps_while_it_makes_a_frame_changes_nothing_when_it_wakes_and_goes_on() {
    let crew = Crew::new(fresh(Backend::Sqlite), &PLAN);
    crew.draw_for("001");
    crew.draw_for("002");
    crew.open_gate("002");
    let sleeper = crew.start("001", &["--prefers", "character"]);
    crew.wait_until_begun("001");
    assert_eq!(crew.begun("001"), [format!("{}-first", code(1))]);
    crew.freeze(&sleeper);
    sleep_over(&crew, sleeper);
    let (_, _, files) = first_shot(&crew);
    assert_eq!(files, [0, 1].map(|_| sha256(&crew.farm.path("gate/002.png"))), "the file is the winner's");
}

/// A process that stops itself may stop in a transaction: only a server then gives others their turn.
#[cfg(feature = "servers")]
mod servers {
    use crew::wait_until_frozen;

    use super::*;

    #[track_caller]
    fn frozen_at(backend: Backend, plan: &Plan<'_>, step: &str) -> (Crew, Process) {
        let crew = Crew::new(fresh(backend), plan);
        let mut work = crew.work("001", &["--prefers", "character"]);
        let sleeper = crew.farm.start(work.env("RUSHES_TEST_STOP_AT", step));
        wait_until_frozen(&sleeper);
        (crew, sleeper)
    }

    #[track_caller]
    fn asleep_at(backend: Backend, step: &str) {
        let (crew, sleeper) = frozen_at(backend, &Plan { frames: "animatic", ..PLAN }, step);
        sleep_over(&crew, sleeper);
    }

    #[test]
    fn a_worker_that_sleeps_between_placing_and_commit_changes_nothing_on_postgresql() {
        asleep_at(Backend::Postgres, "placed:1");
    }

    #[test]
    fn a_worker_that_sleeps_between_placing_and_commit_changes_nothing_on_mariadb() {
        asleep_at(Backend::MariaDb, "placed:1");
    }

    #[test]
    fn a_commit_that_comes_too_late_is_stale_on_postgresql() {
        asleep_at(Backend::Postgres, "before-commit:1");
    }

    #[test]
    fn a_commit_that_comes_too_late_is_stale_on_mariadb() {
        asleep_at(Backend::MariaDb, "before-commit:1");
    }

    /// One shot whose clip 002 makes while 001 sleeps; then 001 wakes.
    #[track_caller]
    fn clip_asleep_at(backend: Backend, clips: &str, step: &str) -> Crew {
        let plan = Plan { types: &["character"], frames: "animatic", clips, pace: SHORT };
        let (crew, mut sleeper) = frozen_at(backend, &plan, step);
        crew.start("002", &[]).wait(LIMIT);
        let clip = |crew: &Crew| {
            let process =
                crew.line("SELECT status, claim_seq, worker_id, vdurl, retry_count FROM dbvideo_process");
            let meta = crew.line("SELECT path, sha256, vdurl FROM dbvideo_videometa");
            (process, meta)
        };
        let before = clip(&crew);
        assert!(before.0.starts_with("done "), "{before:?}");
        sleeper.signal(Signal::Continue);
        assert_eq!(sleeper.wait(LIMIT).code(), Some(0), "{}", sleeper.log());
        assert_eq!(clip(&crew), before, "the sleeper changed the clip");
        let lost = "SELECT worker_id FROM dbvideo_worklog WHERE stage = 'clip' AND outcome = 'lost'";
        assert_eq!(crew.ask(lost), [["001"]], "lost is said once");
        assert_eq!(crew.number("SELECT COUNT(*) FROM dbvideo_alert"), 0, "nothing here costs anything");
        crew.assert_journal_explained();
        crew.run(&["verify"]).expect(0);
        assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
        crew
    }

    /// Its lock was taken back; the platform's id is in the ledger all the same.
    #[track_caller]
    fn late_answer(backend: Backend) {
        let crew = clip_asleep_at(backend, "null", "answered:1");
        let ledger = crew.ask("SELECT worker_id, outcome, vdurl FROM dbvideo_submission ORDER BY id");
        let journal = crew.farm.journal();
        let accepted: Vec<&str> = journal
            .iter()
            .filter(|it| it["result"] == "accepted")
            .filter_map(|it| it["vdurl"].as_str())
            .collect();
        assert_eq!(ledger, [["001", "unused", accepted[0]], ["002", "accepted", accepted[1]]]);
    }

    #[test]
    fn an_answer_that_comes_too_late_is_kept_in_the_ledger_on_postgresql() {
        late_answer(Backend::Postgres);
    }

    #[test]
    fn an_answer_that_comes_too_late_is_kept_in_the_ledger_on_mariadb() {
        late_answer(Backend::MariaDb);
    }

    #[test]
    fn a_clip_that_is_fetched_too_late_is_dropped_on_postgresql() {
        clip_asleep_at(Backend::Postgres, "animatic", "fetched:1");
    }

    #[test]
    fn a_clip_that_is_fetched_too_late_is_dropped_on_mariadb() {
        clip_asleep_at(Backend::MariaDb, "animatic", "fetched:1");
    }
}
