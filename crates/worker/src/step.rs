//! The named steps of a shot's way, at which the tests kill or freeze the process.
//!
//! `RUSHES_TEST_KILL_AT=made:3` kills this process, as `kill -9` does, when it reaches that step for the third time;
//! `RUSHES_TEST_STOP_AT` freezes it there, as `kill -STOP` does.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A step that a worker can be killed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Claimed,
    Making,
    Made,
    Checked,
    Placed,
    BeforeCommit,
    AfterCommit,
    Answered,
    Submitted,
    Fetched,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Step::Claimed => "claimed",
            Step::Making => "making",
            Step::Made => "made",
            Step::Checked => "checked",
            Step::Placed => "placed",
            Step::BeforeCommit => "before-commit",
            Step::AfterCommit => "after-commit",
            Step::Answered => "answered",
            Step::Submitted => "submitted",
            Step::Fetched => "fetched",
        }
    }
}

/// What happens at the n-th time that a step is reached.
struct Hook {
    name: String,
    left: AtomicUsize,
}

struct Hooks {
    kill: Option<Hook>,
    stop: Option<Hook>,
}

/// Says that this process has come to a step.
pub(crate) fn reach(step: Step) {
    static HOOKS: OnceLock<Hooks> = OnceLock::new();
    let hooks =
        HOOKS.get_or_init(|| Hooks { kill: read("RUSHES_TEST_KILL_AT"), stop: read("RUSHES_TEST_STOP_AT") });
    if hooks.kill.as_ref().is_some_and(|it| it.is_due(step)) {
        die();
    }
    if hooks.stop.as_ref().is_some_and(|it| it.is_due(step)) {
        freeze();
    }
}

impl Hook {
    fn is_due(&self, step: Step) -> bool {
        self.name == step.name() && self.left.fetch_sub(1, Ordering::SeqCst) == 1
    }
}

fn read(variable: &str) -> Option<Hook> {
    let text = std::env::var(variable).ok()?;
    let (name, count) = text.split_once(':').unwrap_or((&text, "1"));
    Some(Hook { name: name.to_owned(), left: AtomicUsize::new(count.parse().unwrap_or(1)) })
}

#[cfg(unix)]
fn die() {
    if rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL).is_err() {
        std::process::abort();
    }
    loop {
        std::thread::park();
    }
}

#[cfg(not(unix))]
fn die() {
    std::process::abort();
}

/// The signal takes hold only when some thread of this process gets its turn: this one waits here for the gap in time
/// that says that it was frozen and is awake again.
#[cfg(unix)]
fn freeze() {
    use std::time::Duration;

    use crate::clock::BootClock;

    // Taken before the signal: mostly it takes hold at once, and then the gap is already over below.
    let mut last = BootClock::now();
    if rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP).is_err() {
        std::process::abort();
    }
    loop {
        let now = BootClock::now();
        if now > last.after(Duration::from_secs(1)) {
            return;
        }
        last = now;
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Windows cannot freeze a process from inside; no test asks for it there.
#[cfg(not(unix))]
fn freeze() {
    std::process::abort();
}
