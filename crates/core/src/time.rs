//! Instants of the database's clock.

use std::time::Duration;

/// Milliseconds since 1970, UTC, read off the database's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(pub i64);

impl Instant {
    /// How long after `earlier` this instant is; zero if it is not later.
    pub fn since(self, earlier: Instant) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The instant `by` later.
    pub fn after(self, by: Duration) -> Instant {
        Instant(self.0.saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }
}
