//! Waiting for a database that is away: losing it never ends a worker.

use std::sync::PoisonError;
use std::time::Duration;

use rushes_store::Error;

use crate::clock::BootClock;
use crate::farm::Farm;
use crate::frames::chain;
use crate::stop::Level;

const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Who is told to hand back at once does not wait longer for a database that is away. What is not written then is
/// found at the next start: in the spool, or in the rows.
const HAND_BACK_PATIENCE: Duration = Duration::from_secs(5);

/// A database that is away is told of so often by each loop that asks it; in between only for debugging.
const TOLD_EVERY: Duration = Duration::from_secs(60);

impl Farm {
    /// Says that a loop could not ask the database.
    pub(crate) fn tell(&self, what: &'static str, error: &Error) {
        self.tell_of(what, error, error.is_away());
    }

    /// The same of any error.
    pub(crate) fn tell_of(&self, what: &'static str, error: &dyn std::error::Error, away: bool) {
        let (worker, error) = (self.worker_id(), chain(error));
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if away && told.get(what).is_some_and(|it| it.elapsed() < TOLD_EVERY) {
            tracing::debug!(worker, error, "{what}");
            return;
        }
        told.insert(what, BootClock::now());
        tracing::warn!(worker, error, "{what}");
    }
}

/// How long a write was tried, and how long the next wait is.
#[derive(Debug)]
pub(crate) struct Patience {
    begun: BootClock,
    wait: Duration,
}

impl Patience {
    pub(crate) fn new() -> Patience {
        Patience { begun: BootClock::now(), wait: FIRST_WAIT }
    }

    /// Waits a little; `false` if there is nothing to wait for any more.
    pub(crate) async fn wait(&mut self, farm: &Farm) -> bool {
        let mut stop = farm.stop.watch();
        if farm.fence.is_shut()
            || (stop.level() == Level::HandBack && self.begun.elapsed() >= HAND_BACK_PATIENCE)
        {
            return false;
        }
        let wait = if stop.level() == Level::HandBack { self.wait.min(FIRST_WAIT) } else { self.wait };
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = stop.above(stop.level()) => {}
        }
        self.wait = (self.wait * 2).min(LONGEST_WAIT);
        true
    }

    /// Waits if the database is away; says whether another try makes sense.
    pub(crate) async fn after(&mut self, error: &Error, farm: &Farm) -> bool {
        if !error.is_away() {
            tracing::error!(error = chain(error), "could not be written");
            return false;
        }
        farm.tell("the database is away; tried again", error);
        self.wait(farm).await
    }
}

/// Repeats a guarded write until the database answers; `None` if it never can, or nobody waits for it any more.
macro_rules! until_answered {
    ($farm:expr, $write:expr) => {{
        let mut patience = $crate::patience::Patience::new();
        loop {
            match $write.await {
                Ok(answer) => break Some(answer),
                Err(error) => {
                    if !patience.after(&error, $farm).await {
                        break None;
                    }
                }
            }
        }
    }};
}
pub(crate) use until_answered;
