//! The states of a process row and the one function that moves it.

use std::time::Duration;

use crate::{AlertKind, FaultClass, OnUnknown, Outcome, Refused, Timing, back_off};

/// `dbvideo_process.status` together with `task_lock` of a ready row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClipState {
    /// Its frames are being remade.
    Waiting,
    /// Both frames are there, nobody holds it.
    Ready,
    /// Ready, and somebody holds the lock.
    Locked,
    /// A platform works on it.
    Submitted,
    /// The clip is there.
    Done,
    /// Given up or held, with an alert.
    Failed,
    /// Taken out by a person.
    Cancelled,
}

impl ClipState {
    /// Every state.
    pub const ALL: [ClipState; 7] = [
        ClipState::Waiting,
        ClipState::Ready,
        ClipState::Locked,
        ClipState::Submitted,
        ClipState::Done,
        ClipState::Failed,
        ClipState::Cancelled,
    ];

    /// The word in the database; a locked row is `ready` there.
    pub fn status(self) -> &'static str {
        match self {
            ClipState::Waiting => "waiting",
            ClipState::Ready | ClipState::Locked => "ready",
            ClipState::Submitted => "submitted",
            ClipState::Done => "done",
            ClipState::Failed => "failed",
            ClipState::Cancelled => "cancelled",
        }
    }

    /// The state that a word and a lock name.
    pub fn from_row(status: &str, task_lock: i64) -> Option<ClipState> {
        match (status, task_lock) {
            ("ready", 0) => Some(ClipState::Ready),
            ("ready", _) => Some(ClipState::Locked),
            _ => ClipState::ALL.into_iter().find(|it| it.status() == status),
        }
    }

    fn name(self) -> &'static str {
        if self == ClipState::Locked { "locked" } else { self.status() }
    }
}

/// What `next_clip` needs to know of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClipTask {
    /// Where the row stands.
    pub state: ClipState,
    /// How often it was charged.
    pub retry_count: u32,
}

/// What can happen to a process row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClipEvent {
    /// Its frames were completed, for the first time or again.
    FramesCompleted,
    /// A worker takes the lock.
    Lock,
    /// The lock's holder gives it back without having called the platform.
    Unlock,
    /// The platform took the submission.
    Accepted,
    /// A fault: of the submission (locked), or told by a poll or met while fetching (submitted).
    Fault {
        /// What kind of fault.
        class: FaultClass,
        /// How long the platform asked to be left alone.
        wait: Option<Duration>,
        /// A number between 0 and 1 for the jitter.
        chance: f64,
    },
    /// The platform still works on it.
    Running,
    /// The clip was fetched, checked and placed.
    Finished,
    /// The platform no longer knows it. `free` makers are asked again without a word.
    Vanished {
        /// Whether the maker costs nothing.
        free: bool,
    },
    /// The lock's holder no longer beats, or its answer never came.
    Unanswered {
        /// Whether an intent was written: without one nothing can have been paid.
        intent: bool,
        /// What the film does with unknown submissions to this maker.
        on_unknown: OnUnknown,
    },
    /// A person takes it out.
    Cancel,
    /// A person, or `verify`, wants it tried again.
    Retry,
    /// The frames are being remade.
    RerunFrames,
    /// A person, or `verify`, wants the clip made again.
    RerunClip,
}

impl ClipEvent {
    fn name(&self) -> &'static str {
        match self {
            ClipEvent::FramesCompleted => "frames completed",
            ClipEvent::Lock => "lock",
            ClipEvent::Unlock => "unlock",
            ClipEvent::Accepted => "accepted",
            ClipEvent::Fault { .. } => "fault",
            ClipEvent::Running => "running",
            ClipEvent::Finished => "finished",
            ClipEvent::Vanished { .. } => "vanished",
            ClipEvent::Unanswered { .. } => "unanswered",
            ClipEvent::Cancel => "cancel",
            ClipEvent::Retry => "retry",
            ClipEvent::RerunFrames => "rerun frames",
            ClipEvent::RerunClip => "rerun clip",
        }
    }
}

/// What an event does to a process row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipChange {
    /// The state after.
    pub to: ClipState,
    /// The charges after.
    pub retry_count: u32,
    /// How long until it may be locked again.
    pub due_in: Duration,
    /// What the worklog says of the claim that ends here; `None` if no claim ends.
    pub outcome: Option<Outcome>,
    /// An alert in the same transaction.
    pub alert: Option<AlertKind>,
}

const RELEASED_PAUSE: Duration = Duration::from_secs(2);

/// Decides what an event does to a process row.
pub fn next_clip(task: ClipTask, event: &ClipEvent, timing: &Timing) -> Result<ClipChange, Refused> {
    use ClipState::{Cancelled, Done, Failed, Locked, Ready, Submitted, Waiting};
    let to = |to, outcome| ClipChange {
        to,
        retry_count: task.retry_count,
        due_in: Duration::ZERO,
        outcome,
        alert: None,
    };
    let anew = |state, outcome| ClipChange { retry_count: 0, ..to(state, outcome) };
    // The outcome of a claim that a person ends.
    let ended = matches!(task.state, Locked | Submitted).then_some(Outcome::Released);
    match (task.state, event) {
        (_, ClipEvent::FramesCompleted) => Ok(anew(Ready, ended)),
        (_, ClipEvent::RerunFrames) => Ok(anew(Waiting, ended)),
        (Ready, ClipEvent::Lock) => Ok(to(Locked, None)),
        (Locked, ClipEvent::Unlock) => Ok(to(Ready, Some(Outcome::Released))),
        (Locked, ClipEvent::Accepted) => Ok(to(Submitted, None)),
        (Locked | Submitted, ClipEvent::Fault { class, wait, chance }) => {
            Ok(fault(task, *class, *wait, *chance, timing))
        }
        (Submitted, ClipEvent::Running) => Ok(to(Submitted, None)),
        (Submitted, ClipEvent::Finished) => Ok(to(Done, Some(Outcome::Done))),
        (Submitted, ClipEvent::Vanished { free }) => {
            let alert = (!free).then_some(AlertKind::PaidAgain);
            Ok(ClipChange { alert, ..to(Ready, Some(Outcome::Lost)) })
        }
        (Locked, ClipEvent::Unanswered { intent: false, .. })
        | (Locked, ClipEvent::Unanswered { on_unknown: OnUnknown::Resubmit, .. }) => {
            Ok(to(Ready, Some(Outcome::Lost)))
        }
        (Locked, ClipEvent::Unanswered { intent: true, on_unknown: OnUnknown::Hold }) => {
            Ok(ClipChange { alert: Some(AlertKind::PerhapsPaid), ..to(Failed, Some(Outcome::Lost)) })
        }
        (Waiting | Ready | Locked | Submitted | Failed, ClipEvent::Cancel) => Ok(to(Cancelled, ended)),
        (Failed | Cancelled, ClipEvent::Retry) => Ok(anew(Ready, None)),
        (Done | Failed, ClipEvent::RerunClip) => Ok(anew(Ready, None)),
        (Waiting | Ready | Locked | Submitted | Done | Failed | Cancelled, _) => {
            Err(Refused { state: task.state.name(), event: event.name() })
        }
    }
}

fn fault(
    task: ClipTask,
    class: FaultClass,
    wait: Option<Duration>,
    chance: f64,
    timing: &Timing,
) -> ClipChange {
    let charged = task.retry_count.saturating_add(1);
    match class {
        FaultClass::Task if charged <= timing.retries => ClipChange {
            to: ClipState::Ready,
            retry_count: charged,
            due_in: back_off(task.retry_count, chance),
            outcome: Some(Outcome::Retry),
            alert: None,
        },
        FaultClass::Task | FaultClass::Refused => ClipChange {
            to: ClipState::Failed,
            retry_count: charged,
            due_in: Duration::ZERO,
            outcome: Some(Outcome::Failed),
            alert: Some(if class == FaultClass::Refused { AlertKind::Refused } else { AlertKind::Failed }),
        },
        // A stored platform id is never given up for a fault of ours: the row stays submitted and is polled again.
        FaultClass::Busy | FaultClass::Down | FaultClass::Money | FaultClass::Machine => ClipChange {
            to: if task.state == ClipState::Submitted { ClipState::Submitted } else { ClipState::Ready },
            retry_count: task.retry_count,
            due_in: wait.unwrap_or(RELEASED_PAUSE),
            outcome: (task.state != ClipState::Submitted).then_some(Outcome::Released),
            alert: None,
        },
    }
}

#[cfg(test)]
#[path = "clip_tests.rs"]
mod tests;
