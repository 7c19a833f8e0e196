//! The named steps of a shot's way, at which the tests kill the process.
//!
//! `RUSHES_TEST_KILL_AT=made:3` kills this process, as `kill -9` does, when it reaches that step for the third time.

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
            Step::Submitted => "submitted",
            Step::Fetched => "fetched",
        }
    }
}

struct KillAt {
    name: String,
    left: AtomicUsize,
}

/// Says that this process has come to a step.
pub(crate) fn reach(step: Step) {
    static KILL_AT: OnceLock<Option<KillAt>> = OnceLock::new();
    let Some(kill_at) = KILL_AT.get_or_init(read) else { return };
    if kill_at.name == step.name() && kill_at.left.fetch_sub(1, Ordering::SeqCst) == 1 {
        die();
    }
}

fn read() -> Option<KillAt> {
    let text = std::env::var("RUSHES_TEST_KILL_AT").ok()?;
    let (name, count) = text.split_once(':').unwrap_or((&text, "1"));
    Some(KillAt { name: name.to_owned(), left: AtomicUsize::new(count.parse().unwrap_or(1)) })
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
