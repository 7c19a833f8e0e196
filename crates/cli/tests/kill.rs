//! `kill -9` of a worker at each named step of a shot's way: the film ends as if nothing had happened, and what was
//! made twice has its reason in the worklog.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod crew;
#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::os::unix::process::ExitStatusExt as _;
use std::sync::OnceLock;

use crew::witness::Counts;
use crew::{Crew, Plan, SHORT, SIX, left_in_spool};
use farm::LIMIT;
use rushes_testkit::{Backend, Fresh, fresh};

/// What a kill costs the image tasks.
#[derive(Debug, Clone, Copy)]
enum Toll {
    /// Nothing: the result is in the spool, or in the database.
    Nothing,
    /// A claim that had not begun.
    Uncharged,
    /// A claim that had begun.
    Charged,
    /// Whatever was in the making beside the step.
    Any,
}

/// A film at whose first worker the kill comes.
#[track_caller]
fn killed(db: Fresh, plan: &Plan<'_>, step: &str) -> Crew {
    let crew = Crew::new(db, plan);
    let mut worker = crew.farm.start(crew.work("001", &[]).env("RUSHES_TEST_KILL_AT", step));
    let status = worker.wait(LIMIT);
    assert_eq!(status.signal(), Some(9), "{}", worker.log());
    crew
}

/// The same worker is started again and ends the film.
#[track_caller]
fn restart(db: Fresh, step: &str, toll: Toll) {
    let crew = killed(db, &SIX, step);
    let said = crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
    assert!(!said.contains("ERROR"), "{said}");
    assert_ended(&crew, toll);
    assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0], "the spool is empty at the end");
}

/// Another worker ends the film; the killed one never comes back.
#[track_caller]
fn another(db: Fresh, step: &str, toll: Toll) {
    let crew = killed(db, &Plan { pace: SHORT, ..SIX }, step);
    crew.run(&["work", "--id", "002", "--until-done"]).expect(0);
    assert_ended(&crew, toll);
}

#[track_caller]
fn assert_ended(crew: &Crew, toll: Toll) {
    assert_eq!(&crew.counts(), unkilled());
    crew.assert_journal_explained();
    let charged = crew.number("SELECT SUM(retry_count) FROM dbvideo_arcpictask");
    let lost = "SELECT COUNT(*) FROM dbvideo_worklog WHERE stage = 'frames' AND outcome <> 'done'";
    let (lost, dead) =
        (crew.number(lost), crew.number(&format!("{lost} AND outcome = 'lost' AND fault = 'dead'")));
    assert_eq!(charged, dead, "a claim that had begun is charged, once");
    match toll {
        Toll::Nothing => assert_eq!((lost, dead), (0, 0)),
        Toll::Uncharged => assert_eq!((lost, dead), (1, 0)),
        Toll::Charged => assert_eq!((lost, dead), (1, 1)),
        Toll::Any => {
            assert!(lost <= 1, "{lost} claims were lost by one worker that makes one shot at a time")
        }
    }
    assert_eq!(
        crew.number("SELECT SUM(retry_count) FROM dbvideo_process"),
        0,
        "no clip is charged for a kill"
    );
}

/// What is counted after a film without a kill.
#[track_caller]
fn unkilled() -> &'static Counts {
    static COUNTS: OnceLock<Counts> = OnceLock::new();
    COUNTS.get_or_init(|| {
        let crew = Crew::new(fresh(Backend::Sqlite), &SIX);
        crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
        crew.assert_journal_explained();
        assert_eq!(
            crew.number("SELECT COUNT(*) FROM dbvideo_worklog"),
            12,
            "twelve claims, twelve good ends"
        );
        assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
        crew.counts()
    })
}

/// Makes one test for each step.
macro_rules! kills {
    ($($name:ident: $kill:expr;)*) => {
        $(
            #[test]
            fn $name() {
                $kill;
            }
        )*
    };
}

mod a_restart_ends_the_film_after_a_kill_at {
    use super::*;

    fn sqlite() -> Fresh {
        fresh(Backend::Sqlite)
    }

    kills! {
        claimed: restart(sqlite(), "claimed:3", Toll::Uncharged);
        making: restart(sqlite(), "making:3", Toll::Charged);
        made: restart(sqlite(), "made:4", Toll::Charged);
        checked: restart(sqlite(), "checked:3", Toll::Nothing);
        placed: restart(sqlite(), "placed:3", Toll::Nothing);
        before_commit: restart(sqlite(), "before-commit:3", Toll::Nothing);
        after_commit: restart(sqlite(), "after-commit:3", Toll::Nothing);
        submitted: restart(sqlite(), "submitted:3", Toll::Any);
        fetched: restart(sqlite(), "fetched:3", Toll::Any);
    }
}

mod another_worker_ends_the_film_after_a_kill_at {
    use super::*;

    fn sqlite() -> Fresh {
        fresh(Backend::Sqlite)
    }

    kills! {
        claimed: another(sqlite(), "claimed:3", Toll::Uncharged);
        making: another(sqlite(), "making:3", Toll::Charged);
        made: another(sqlite(), "made:4", Toll::Charged);
        checked: another(sqlite(), "checked:3", Toll::Charged);
        placed: another(sqlite(), "placed:3", Toll::Charged);
        before_commit: another(sqlite(), "before-commit:3", Toll::Charged);
        after_commit: another(sqlite(), "after-commit:3", Toll::Nothing);
        submitted: another(sqlite(), "submitted:3", Toll::Any);
        fetched: another(sqlite(), "fetched:3", Toll::Any);
    }
}

#[cfg(feature = "servers")]
mod a_restart_on_postgresql_ends_the_film_after_a_kill_at {
    use super::*;

    fn postgres() -> Fresh {
        fresh(Backend::Postgres)
    }

    kills! {
        placed: restart(postgres(), "placed:3", Toll::Nothing);
        before_commit: restart(postgres(), "before-commit:3", Toll::Nothing);
        after_commit: restart(postgres(), "after-commit:3", Toll::Nothing);
        submitted: restart(postgres(), "submitted:3", Toll::Any);
        fetched: restart(postgres(), "fetched:3", Toll::Any);
    }
}

#[cfg(feature = "servers")]
mod a_restart_on_mariadb_ends_the_film_after_a_kill_at {
    use super::*;

    fn mariadb() -> Fresh {
        fresh(Backend::MariaDb)
    }

    kills! {
        placed: restart(mariadb(), "placed:3", Toll::Nothing);
        before_commit: restart(mariadb(), "before-commit:3", Toll::Nothing);
        after_commit: restart(mariadb(), "after-commit:3", Toll::Nothing);
        submitted: restart(mariadb(), "submitted:3", Toll::Any);
        fetched: restart(mariadb(), "fetched:3", Toll::Any);
    }
}

/// At a platform, whose clips any process can fetch and each submission costs.
mod nothing_is_submitted_twice_after_a_kill_at {
    use super::*;

    /// With one shot nothing else is on its way to the platform when the kill comes.
    #[track_caller]
    fn once(step: &str) {
        let one = Plan { types: &["scene"], clips: "null", ..SIX };
        let crew = killed(fresh(Backend::Sqlite), &one, step);
        crew.run(&["work", "--id", "001", "--until-done"]).expect(0);
        crew.assert_journal_explained();
        crew.run(&["verify"]).expect(0);
        let journal = crew.farm.journal();
        let calls = |result: &str| journal.iter().filter(|it| it["result"] == result).count();
        assert_eq!((calls("asked"), calls("accepted")), (1, 1));
        assert_eq!(crew.line("SELECT stage, outcome FROM dbvideo_worklog WHERE stage = 'clip'"), "clip done");
        assert_eq!(left_in_spool(&crew.farm.project(), "001"), [""; 0]);
    }

    kills! {
        answered: once("answered:1");
        submitted: once("submitted:1");
        fetched: once("fetched:1");
    }
}
