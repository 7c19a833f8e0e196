//! A worker's id: nobody else works under it while it lives, and it is free the moment it is dead; how a worker ends
//! when it is told to; and what it does when its database goes away.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::process::Command;
use std::time::{Duration, Instant};

use crew::{Crew, LONG, Plan, SHORT, code, left_in_spool};
use farm::LIMIT;
use rushes_testkit::{Backend, Process, Signal, fresh, wait_until};

const PLAN: Plan<'static> =
    Plan { types: &["scene", "scene", "scene"], frames: "gate", clips: "null", pace: LONG };
/// One beat of [`LONG`]: whoever waits for beats takes longer.
const ONE_BEAT: Duration = Duration::from_secs(60);

/// A film on which 001 has begun a frame that does not end before its gate is opened.
#[track_caller]
fn begun(plan: &Plan<'_>) -> (Crew, Process) {
    let crew = Crew::new(fresh(Backend::Sqlite), plan);
    crew.draw_for("001");
    let first = crew.start("001", &[]);
    crew.wait_until_begun("001");
    (crew, first)
}

/// The command line of 001 on another machine: another folder with a spool of its own.
fn elsewhere(crew: &Crew) -> Command {
    crew.command_in("elsewhere", &["work", "--id", "001", "--until-done"])
}

/// Every shot is done, once, and the first cost one charge.
#[track_caller]
fn assert_done_after_one_death(crew: &Crew) {
    let tasks = crew.ask("SELECT status, retry_count FROM dbvideo_arcpictask ORDER BY taskid");
    assert_eq!(tasks, [["2", "1"], ["2", "0"], ["2", "0"]]);
    let log =
        "SELECT scenecode, outcome FROM dbvideo_worklog WHERE stage = 'frames' ORDER BY scenecode, claim_seq";
    let expected = [(1, "lost"), (1, "done"), (2, "done"), (3, "done")];
    assert_eq!(crew.ask(log), expected.map(|(shot, outcome)| [code(shot), outcome.to_owned()]));
    assert_eq!(crew.ask("SELECT status FROM dbvideo_process"), [["done"]; 3]);
    crew.assert_journal_explained();
    crew.run(&["verify"]).expect(0);
}

#[test]
fn a_second_worker_with_the_same_id_is_refused_at_once() {
    let (crew, mut first) = begun(&PLAN);
    let asked = Instant::now();
    let said = crew.run(&["work", "--id", "001", "--until-done"]).expect(1);
    assert!(asked.elapsed() < ONE_BEAT, "it waited for beats: {:?}", asked.elapsed());
    assert!(said.contains("could not work as `001`: a process on this machine already does"), "{said}");
    assert!(said.contains("hint: give each worker an id of its own"), "{said}");
    crew.open_gate("001");
    assert_eq!(first.wait(LIMIT).code(), Some(0), "{}", first.log());
    let log = "SELECT outcome FROM dbvideo_worklog WHERE stage = 'frames'";
    assert_eq!(crew.ask(log), [["done"]; 3], "the first worker noticed nothing");
}

#[test]
fn after_a_kill_the_same_worker_takes_over_at_once() {
    let (crew, mut first) = begun(&PLAN);
    first.kill();
    crew.open_gate("001");
    let asked = Instant::now();
    crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
    assert!(asked.elapsed() < ONE_BEAT, "it waited for beats: {:?}", asked.elapsed());
    assert_done_after_one_death(&crew);
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
}

#[test]
fn an_id_that_lives_on_another_machine_is_refused_and_taken_over_once_it_is_dead() {
    let plan = Plan { pace: SHORT, ..PLAN };
    let (crew, mut first) = begun(&plan);
    crew.write_project("elsewhere", &plan);
    let said = crew.farm.finish(&mut elsewhere(&crew)).expect(1);
    let host = crew.line("SELECT host FROM dbvideo_worker");
    assert!(
        said.contains(&format!("could not work as `001`: a worker on `{host}` does and is alive")),
        "{said}"
    );
    assert_eq!(crew.line("SELECT COUNT(*), MIN(worker_id) FROM dbvideo_worker"), "1 001");
    first.kill();
    crew.open_gate("001");
    crew.farm.finish(&mut elsewhere(&crew)).expect(0);
    assert_done_after_one_death(&crew);
}

#[test]
fn a_worker_whose_id_was_taken_over_ends_with_a_clear_word() {
    let plan = Plan { pace: SHORT, ..PLAN };
    let (crew, mut first) = begun(&plan);
    crew.write_project("elsewhere", &plan);
    crew.freeze(&first);
    let mut second = crew.farm.start(&mut elsewhere(&crew));
    wait_until("the second start to take over", LIMIT, || {
        second.log().contains("took up what an earlier start")
    });
    crew.open_gate("001");
    assert_eq!(second.wait(LIMIT).code(), Some(0), "{}", second.log());
    first.signal(Signal::Continue);
    assert_eq!(first.wait(LIMIT).code(), Some(1), "{}", first.log());
    let said = first.log();
    assert!(said.contains("could not go on as `001`: another start of this worker has taken over"), "{said}");
    assert_done_after_one_death(&crew);
    // What it still had in its spool is nobody's any more; the next start there sees to that.
    crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
    assert_done_after_one_death(&crew);
}

/// Presses Ctrl-C and waits until it is heard for the n-th time.
#[track_caller]
fn press(worker: &Process, times: usize) {
    worker.signal(Signal::Interrupt);
    wait_until("the Ctrl-C to be heard", LIMIT, || worker.log().matches("told to stop").count() == times);
}

#[test]
fn a_ctrl_c_finishes_what_runs_and_takes_nothing_more() {
    let (crew, mut first) = begun(&PLAN);
    press(&first, 1);
    assert_eq!(crew.ask("SELECT status FROM dbvideo_arcpictask ORDER BY taskid"), [["1"], ["0"], ["0"]]);
    crew.open_gate("001");
    assert_eq!(first.wait(LIMIT).code(), Some(1), "{}", first.log());
    assert!(
        first.log().contains("error: stopped before every shot had ended\nhint: the same command"),
        "{}",
        first.log()
    );
    let tasks = crew.ask("SELECT status, claim_seq, retry_count FROM dbvideo_arcpictask ORDER BY taskid");
    assert_eq!(tasks, [["2", "1", "0"], ["0", "0", "0"], ["0", "0", "0"]]);
    assert_eq!(crew.ask("SELECT status, task_lock FROM dbvideo_process"), [["ready", "0"]]);
    assert_eq!(crew.line("SELECT state FROM dbvideo_worker WHERE ended_at IS NOT NULL"), "stopped");
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
    crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
    assert_eq!(crew.ask("SELECT status FROM dbvideo_process"), [["done"]; 3]);
}

#[test]
fn a_second_ctrl_c_hands_back_at_once_and_uncharged() {
    let (crew, mut first) = begun(&PLAN);
    press(&first, 1);
    first.signal(Signal::Interrupt);
    // Its gate is never opened: nothing that runs can finish.
    assert_eq!(first.wait(LIMIT).code(), Some(1), "{}", first.log());
    assert!(
        first.log().contains("error: stopped before every shot had ended\nhint: the same command"),
        "{}",
        first.log()
    );
    let tasks = crew.ask(
        "SELECT status, retry_count, worker_id IS NULL AND boot_id IS NULL AND lastbeat IS NULL AND started_at IS NULL
         FROM dbvideo_arcpictask ORDER BY taskid",
    );
    assert_eq!(tasks, [["0", "0", "1"]; 3]);
    let log = "SELECT scenecode, claim_seq, outcome, worker_id FROM dbvideo_worklog";
    assert_eq!(crew.line(log), format!("{} 1 released 001", code(1)));
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
    assert_no_maker_runs(&crew);
    crew.open_gate("001");
    crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
    crew.assert_journal_explained();
}

#[test]
fn a_program_that_a_killed_worker_left_is_ended_by_its_next_start() {
    let (crew, mut first) = begun(&PLAN);
    let left = makers_running(&crew);
    assert_eq!(left.len(), 1, "{left:?}");
    first.kill();
    assert_eq!(makers_running(&crew), left, "nobody ended it yet");
    let mut second = crew.start("001", &[]);
    wait_until("the program of the first start to be gone", LIMIT, || {
        !makers_running(&crew).contains(&left[0])
    });
    crew.open_gate("001");
    assert_eq!(second.wait(LIMIT).code(), Some(0), "{}", second.log());
    assert_done_after_one_death(&crew);
}

/// The program that made a frame went with its worker.
#[track_caller]
fn assert_no_maker_runs(crew: &Crew) {
    assert_eq!(makers_running(crew), [""; 0]);
}

/// The numbers of the programs that make frames now.
#[track_caller]
fn makers_running(crew: &Crew) -> Vec<String> {
    let ps = Command::new("ps").args(["-A", "-ww", "-o", "pid,args"]).output().expect("ps is installed");
    let all = String::from_utf8_lossy(&ps.stdout).into_owned();
    let gate = crew.farm.path("gate").display().to_string();
    let makers = all.lines().filter(|it| it.contains(&gate));
    makers.filter_map(|it| it.split_whitespace().next()).map(str::to_owned).collect()
}

#[cfg(feature = "servers")]
mod servers {
    use crew::Pace;
    use rushes_testkit::{Engine, Server};

    use super::*;

    /// Nobody is taken for dead while the database is away for a moment.
    const PATIENT: Pace = Pace { beat: "500ms", stale: "30s" };

    #[track_caller]
    fn go_on_after_a_crash(engine: Engine) {
        let mut server = Server::start(engine).expect("the server starts");
        let types = ["character", "location", "scene"].repeat(8);
        let plan = Plan { types: &types, frames: "animatic", clips: "animatic", pace: PATIENT };
        let crew = Crew::new(server.fresh(), &plan);
        let mut workers = ["001", "002"].map(|id| crew.start(id, &["--slots", "2"]));
        wait_until("the middle of the film", LIMIT, || crew.farm.journal().len() >= 30);
        server.crash();
        for worker in &workers {
            wait_until("the worker to miss its database", LIMIT, || {
                let log = worker.log();
                log.contains("WARN") || worker_has_ended(&log)
            });
        }
        server.start_again().expect("the server starts again");
        for worker in &mut workers {
            assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
        }
        let done = "SELECT stage, COUNT(*), COUNT(DISTINCT scenecode) FROM dbvideo_worklog
                    WHERE outcome = 'done' GROUP BY stage ORDER BY stage";
        assert_eq!(crew.ask(done), [["clip", "24", "24"], ["frames", "24", "24"]]);
        assert_eq!(crew.ask("SELECT DISTINCT status FROM dbvideo_arcpictask"), [["2"]]);
        assert_eq!(crew.ask("SELECT DISTINCT status FROM dbvideo_process"), [["done"]]);
        assert_eq!(crew.number("SELECT SUM(retry_count) FROM dbvideo_arcpictask"), 0, "nobody was at fault");
        assert_eq!(crew.number("SELECT SUM(retry_count) FROM dbvideo_process"), 0, "nobody was at fault");
        assert_eq!(crew.number("SELECT COUNT(*) FROM dbvideo_alert"), 0);
        crew.assert_journal_explained();
        crew.run(&["verify"]).expect(0);
        for id in ["001", "002"] {
            assert_eq!(left_in_spool(&crew.farm.project(), id), [""; 0]);
        }
    }

    fn worker_has_ended(log: &str) -> bool {
        log.contains("every shot has ended")
    }

    #[test]
    fn workers_go_on_after_postgresql_crashed_and_nothing_is_made_twice() {
        go_on_after_a_crash(Engine::Postgres);
    }

    #[test]
    fn workers_go_on_after_mariadb_crashed_and_nothing_is_made_twice() {
        go_on_after_a_crash(Engine::MariaDb);
    }

    #[track_caller]
    fn hand_back_without_a_database(engine: Engine) {
        let mut server = Server::start(engine).expect("the server starts");
        let crew = Crew::new(server.fresh(), &PLAN);
        crew.draw_for("001");
        let mut first = crew.start("001", &[]);
        crew.wait_until_begun("001");
        server.stop();
        press(&first, 1);
        first.signal(Signal::Interrupt);
        assert_eq!(first.wait(LIMIT).code(), Some(1), "{}", first.log());
        server.start_again().expect("the server starts again");
        crew.open_gate("001");
        crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
        assert_done_after_one_death(&crew);
        assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
    }

    #[test]
    fn a_worker_that_hands_back_does_not_wait_for_postgresql() {
        hand_back_without_a_database(Engine::Postgres);
    }

    #[test]
    fn a_worker_that_hands_back_does_not_wait_for_mariadb() {
        hand_back_without_a_database(Engine::MariaDb);
    }
}
