//! Waiting for a database that is away: losing it never ends a worker.

use std::time::Duration;

use rushes_store::Error;

const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// How long the next wait is.
#[derive(Debug)]
pub(crate) struct Patience(Duration);

impl Default for Patience {
    fn default() -> Self {
        Patience(FIRST_WAIT)
    }
}

impl Patience {
    /// Waits if the database is away; says whether another try makes sense.
    pub(crate) async fn after(&mut self, error: &Error) -> bool {
        if !error.is_away() {
            tracing::error!(error = crate::frames::chain(error), "could not be written");
            return false;
        }
        tracing::warn!(error = crate::frames::chain(error), "the database is away; tried again");
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 2).min(LONGEST_WAIT);
        true
    }
}

/// Repeats a guarded write until the database answers; `None` if it never can.
macro_rules! until_answered {
    ($write:expr) => {{
        let mut patience = $crate::patience::Patience::default();
        loop {
            match $write.await {
                Ok(answer) => break Some(answer),
                Err(error) => {
                    if !patience.after(&error).await {
                        break None;
                    }
                }
            }
        }
    }};
}
pub(crate) use until_answered;
