//! Clips: the lock and its intent, the platform's answer, polls, the finished clip, and what the watchdog takes back.

mod ended;
mod finish;
mod ledger;
mod lock;
mod moved;
mod poll;
mod recover;
mod row;
mod submit;
mod sweep;
mod types;

pub use ledger::{Submission, SubmissionOutcome};
pub use types::{AcceptedClip, ClipLock, ClipMeta, ClipSweep, LockEnding, Locked, NotFound, PollClaim};

pub(crate) use ledger::unused as submission_unused;
pub(crate) use moved::let_go_clip;
pub(crate) use poll::LEASE as POLL_LEASE;
pub(crate) use sweep::abandon_intent;
