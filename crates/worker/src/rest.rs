//! Resting: a maker that is down, a type that fails fast, a machine that cannot work.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::BootClock;

const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// After so many failures of a type in a row, this worker rests from it.
const FAILURES_UNTIL_REST: u32 = 3;

/// What a worker can rest from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum From {
    Maker(String),
    Type(String),
    Machine,
}

#[derive(Debug, Default)]
struct Rest {
    failures: u32,
    pauses: u32,
    until: Option<BootClock>,
    reason: String,
}

impl Rest {
    fn words(&self, from: &From) -> Option<String> {
        let left = self.until?.left();
        let from = match from {
            From::Maker(name) => format!("the maker {name}"),
            From::Type(name) => format!("the type {name}"),
            From::Machine => "everything".to_owned(),
        };
        let seconds = left.as_secs_f64().ceil();
        (!left.is_zero()).then(|| format!("rests from {from} for {seconds} s: {}", self.reason))
    }
}

/// From what this worker rests, until when and why.
#[derive(Debug, Default)]
pub(crate) struct Rests(Mutex<HashMap<From, Rest>>);

impl Rests {
    fn rests(&self) -> MutexGuard<'_, HashMap<From, Rest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It went well: the slate is clean.
    pub(crate) fn succeeded(&self, from: &From) {
        self.rests().remove(from);
    }

    /// One failure more; a rest begins once there are enough in a row.
    pub(crate) fn failed(&self, from: From, reason: &str) {
        let enough = if matches!(from, From::Type(_)) { FAILURES_UNTIL_REST } else { 1 };
        let mut rests = self.rests();
        let rest = rests.entry(from).or_default();
        rest.reason = reason.to_owned();
        // What began before the rest and fails during it is the same failure, not one more.
        if rest.until.is_some_and(|it| !it.left().is_zero()) {
            return;
        }
        rest.failures = rest.failures.saturating_add(1);
        if rest.failures >= enough {
            rest.until = Some(BootClock::now().after(pause(rest.pauses)));
            rest.pauses = rest.pauses.saturating_add(1);
        }
    }

    /// Why this worker rests from it now, if it does.
    pub(crate) fn resting(&self, from: &From) -> Option<String> {
        let rests = self.rests();
        let rest = rests.get(from)?;
        rest.until.filter(|it| !it.left().is_zero()).map(|_| rest.reason.clone())
    }

    /// Every rest of now, in words: from what, for how long, why.
    pub(crate) fn words(&self) -> Option<String> {
        let rests = self.rests();
        let mut words: Vec<String> = rests.iter().filter_map(|(from, rest)| rest.words(from)).collect();
        words.sort();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// Whether the next attempt is a probe after a rest: one at a time then.
    pub(crate) fn is_probe(&self, from: &From) -> bool {
        self.rests().get(from).is_some_and(|it| it.until.is_some())
    }
}

fn pause(pauses: u32) -> Duration {
    FIRST_PAUSE.saturating_mul(2u32.saturating_pow(pauses.min(16))).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_rests_after_three_failures_in_a_row_and_a_maker_after_one() {
        let rests = Rests::default();
        let scene = From::Type("scene".to_owned());
        rests.failed(scene.clone(), "x");
        rests.failed(scene.clone(), "x");
        assert_eq!(rests.resting(&scene), None);
        rests.failed(scene.clone(), "out of memory");
        assert_eq!(rests.resting(&scene).as_deref(), Some("out of memory"));
        assert_eq!(rests.words().as_deref(), Some("rests from the type scene for 2 s: out of memory"));
        assert!(rests.is_probe(&scene));
        rests.succeeded(&scene);
        assert_eq!(rests.resting(&scene), None);
        let maker = From::Maker("comfy".to_owned());
        rests.failed(maker.clone(), "refused");
        assert!(rests.resting(&maker).is_some());
    }

    #[test]
    fn what_fails_during_a_rest_does_not_make_it_longer() {
        let rests = Rests::default();
        let maker = From::Maker("comfy".to_owned());
        for _ in 0..8 {
            rests.failed(maker.clone(), "refused");
        }
        let all = rests.rests();
        assert_eq!((all[&maker].failures, all[&maker].pauses), (1, 1));
        assert!(all[&maker].until.is_some_and(|it| it.left() <= FIRST_PAUSE));
    }

    #[test]
    fn pauses_grow_to_five_minutes() {
        assert_eq!(pause(0), FIRST_PAUSE);
        assert_eq!(pause(3), Duration::from_secs(16));
        assert_eq!(pause(u32::MAX), LONGEST_PAUSE);
    }
}
