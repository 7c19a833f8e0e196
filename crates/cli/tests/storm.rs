//! A night in which workers die and freeze again and again, whatever they are at: the film ends all the same, and
//! everything that was made twice has its reason.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use crew::{Crew, Plan, SHORT, left_in_spool};
use farm::LIMIT;
use rushes_testkit::{Backend, Process, fresh, wait_until};

const IDS: [&str; 3] = ["001", "002", "003"];
const SHOTS: usize = 30;

/// The same numbers for the same seed, on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % sides
    }
}

#[track_caller]
fn crew(backend: Backend, clips: &str) -> (Crew, Vec<Process>) {
    let types = ["character", "location", "scene"].repeat(SHOTS / 3);
    let crew = Crew::new(fresh(backend), &Plan { types: &types, frames: "animatic", clips, pace: SHORT });
    let workers = IDS.iter().map(|id| crew.start(id, &["--slots", "2"])).collect();
    (crew, workers)
}

/// Lets the film go on for a few calls of its makers; `false` once every worker has ended.
fn goes_on(crew: &Crew, workers: &mut [Process], calls: usize) -> bool {
    let until = crew.farm.journal().len() + calls;
    let mut over = false;
    wait_until("the film to go on or to end", LIMIT, || {
        over = workers.iter_mut().all(|it| it.ended().is_some());
        over || crew.farm.journal().len() >= until
    });
    !over
}

#[track_caller]
fn assert_whole(crew: &Crew, workers: &mut [Process]) {
    for worker in workers {
        assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
    }
    let shots = SHOTS.to_string();
    let done = crew.ask(
        "SELECT stage, COUNT(*), COUNT(DISTINCT scenecode) FROM dbvideo_worklog
         WHERE outcome = 'done' GROUP BY stage ORDER BY stage",
    );
    assert_eq!(done, [["clip", &shots, &shots], ["frames", &shots, &shots]]);
    assert_eq!(crew.ask("SELECT status, COUNT(*) FROM dbvideo_arcpictask GROUP BY status"), [["2", &shots]]);
    assert_eq!(crew.ask("SELECT status, COUNT(*) FROM dbvideo_process GROUP BY status"), [["done", &shots]]);
    let charged = crew.number("SELECT SUM(retry_count) FROM dbvideo_arcpictask");
    let deaths = "SELECT COUNT(*) FROM dbvideo_worklog WHERE stage = 'frames' AND fault = 'dead'";
    assert_eq!(charged, crew.number(deaths), "who had begun is charged, once for each death");
    assert_eq!(crew.number("SELECT COUNT(*) FROM dbvideo_submission WHERE outcome = 'intent'"), 0);
    assert_eq!(crew.number("SELECT COUNT(*) FROM dbvideo_alert"), 0);
    crew.assert_journal_explained();
    crew.run(&["verify", "--repair"]).expect(0);
    assert_eq!(crew.ask("SELECT status, COUNT(*) FROM dbvideo_process GROUP BY status"), [["done", &shots]]);
    for id in IDS {
        assert_eq!(left_in_spool(&crew.farm.project(), id), [""; 0]);
    }
}

#[track_caller]
fn killed_again_and_again(backend: Backend, clips: &str, seed: u64) {
    let (crew, mut workers) = crew(backend, clips);
    let mut dice = Dice(seed);
    let mut kills = 0;
    while kills < 20 && goes_on(&crew, &mut workers, 1 + dice.roll(9)) {
        let at = dice.roll(IDS.len());
        if workers[at].ended().is_none() {
            workers[at].kill();
            workers[at] = crew.start(IDS[at], &["--slots", "2"]);
            kills += 1;
        }
    }
    assert!(kills > 3, "the film was too short for this test");
    assert_whole(&crew, &mut workers);
}

#[test]
fn workers_that_are_killed_again_and_again_end_the_film() {
    killed_again_and_again(Backend::Sqlite, "animatic", 1);
}

#[cfg(feature = "servers")]
mod servers {
    use rushes_testkit::Signal;

    use super::*;

    #[test]
    fn workers_that_are_killed_again_and_again_end_the_film_on_postgresql() {
        killed_again_and_again(Backend::Postgres, "animatic", 2);
    }

    #[test]
    fn workers_that_are_killed_again_and_again_end_the_film_on_mariadb() {
        killed_again_and_again(Backend::MariaDb, "null", 3);
    }

    /// One worker after the other freezes, in whatever it is at, until its claims were taken back.
    #[track_caller]
    fn frozen_again_and_again(backend: Backend, seed: u64) {
        let (crew, mut workers) = crew(backend, "null");
        let mut dice = Dice(seed);
        let lost = "SELECT COUNT(*) FROM dbvideo_worklog WHERE outcome = 'lost'";
        for _ in 0..3 {
            goes_on(&crew, &mut workers, 3 + dice.roll(9));
            let at = dice.roll(IDS.len());
            if workers[at].ended().is_some() {
                continue;
            }
            workers[at].signal(Signal::Stop);
            let held = format!(
                "SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1 AND worker_id = '{}'",
                IDS[at]
            );
            crew.wait_for(&held, "0");
            workers[at].signal(Signal::Continue);
        }
        assert_whole(&crew, &mut workers);
        assert!(crew.number(lost) > 0, "nobody slept over anything");
    }

    #[test]
    fn workers_that_freeze_again_and_again_end_the_film_on_postgresql() {
        frozen_again_and_again(Backend::Postgres, 4);
    }

    #[test]
    fn workers_that_freeze_again_and_again_end_the_film_on_mariadb() {
        frozen_again_and_again(Backend::MariaDb, 5);
    }
}
