//! The states of an image task and the one function that moves it.

use std::time::Duration;

use crate::{AlertKind, FaultClass, FrameSide, Outcome, Refused, Timing, back_off};

/// `dbvideo_arcpictask.status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageState {
    /// Nobody works on it.
    Pending,
    /// A worker, or a person, holds it.
    Processing,
    /// Both frames are there.
    Completed,
    /// Given up, with an alert.
    Failed,
    /// Taken out by a person.
    Cancelled,
}

impl ImageState {
    /// Every state, in the order of its number.
    pub const ALL: [ImageState; 5] = [
        ImageState::Pending,
        ImageState::Processing,
        ImageState::Completed,
        ImageState::Failed,
        ImageState::Cancelled,
    ];

    /// The number in the database.
    pub fn number(self) -> i32 {
        match self {
            ImageState::Pending => 0,
            ImageState::Processing => 1,
            ImageState::Completed => 2,
            ImageState::Failed => 3,
            ImageState::Cancelled => 4,
        }
    }

    /// The state that a number names.
    pub fn from_number(number: i32) -> Option<ImageState> {
        ImageState::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The word for people.
    pub fn as_str(self) -> &'static str {
        match self {
            ImageState::Pending => "pending",
            ImageState::Processing => "processing",
            ImageState::Completed => "completed",
            ImageState::Failed => "failed",
            ImageState::Cancelled => "cancelled",
        }
    }
}

/// What `next_image` needs to know of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ImageTask {
    /// Where the row stands.
    pub state: ImageState,
    /// How often it was charged.
    pub retry_count: u32,
}

/// What can happen to an image task.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ImageEvent {
    /// A worker takes it.
    Claim,
    /// Its holder made and placed both frames.
    Confirm,
    /// Its holder met a fault. `wait` is what the maker asked for, `chance` the jitter.
    Fault {
        /// What kind of fault.
        class: FaultClass,
        /// How long the maker asked to be left alone.
        wait: Option<Duration>,
        /// A number between 0 and 1 for the jitter.
        chance: f64,
    },
    /// Its holder gives it back unmade.
    Release,
    /// The watchdog, or its worker's next start, takes it from a holder that no longer beats.
    Reap {
        /// Whether the making had begun: only then it is charged.
        began: bool,
        /// A number between 0 and 1 for the jitter.
        chance: f64,
    },
    /// A person takes it out.
    Cancel,
    /// A person wants the frames made again.
    Rerun,
    /// A person wants one frame made again and keeps the other.
    RerunOne(FrameSide),
    /// A person wants a failed task tried again.
    Retry,
}

impl ImageEvent {
    fn name(&self) -> &'static str {
        match self {
            ImageEvent::Claim => "claim",
            ImageEvent::Confirm => "confirm",
            ImageEvent::Fault { .. } => "fault",
            ImageEvent::Release => "release",
            ImageEvent::Reap { .. } => "reap",
            ImageEvent::Cancel => "cancel",
            ImageEvent::Rerun => "rerun",
            ImageEvent::RerunOne(FrameSide::First) => "rerun first",
            ImageEvent::RerunOne(FrameSide::Last) => "rerun last",
            ImageEvent::Retry => "retry",
        }
    }
}

/// What happens to the shot's process row in the same transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessEffect {
    /// Nothing.
    Keep,
    /// It is made, or made again, `ready`.
    MakeReady,
    /// It waits: nobody submits frames that are being remade.
    MakeWaiting,
    /// It is cancelled too.
    Cancel,
}

/// Which frames the next claim makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remake {
    /// Those that were to be made before the event.
    AsBefore,
    /// Both.
    Both,
    /// This one; the other is kept.
    Only(FrameSide),
}

/// What an event does to an image task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageChange {
    /// The state after.
    pub to: ImageState,
    /// The charges after.
    pub retry_count: u32,
    /// How long until it may be claimed again.
    pub due_in: Duration,
    /// What the worklog says of the claim that ends here; `None` if no claim ends.
    pub outcome: Option<Outcome>,
    /// An alert in the same transaction.
    pub alert: Option<AlertKind>,
    /// What becomes of the process row.
    pub process: ProcessEffect,
    /// Which frames are made next.
    pub remake: Remake,
}

/// How long a released row stays away from the claimers, so that probes of a maker take different rows.
const RELEASED_PAUSE: Duration = Duration::from_secs(2);

/// Decides what an event does to an image task.
pub fn next_image(task: ImageTask, event: &ImageEvent, timing: &Timing) -> Result<ImageChange, Refused> {
    use ImageState::{Cancelled, Completed, Failed, Pending, Processing};
    let to = |to, outcome| ImageChange {
        to,
        retry_count: task.retry_count,
        due_in: Duration::ZERO,
        outcome,
        alert: None,
        process: ProcessEffect::Keep,
        remake: Remake::AsBefore,
    };
    let anew = |outcome, remake| ImageChange {
        retry_count: 0,
        process: ProcessEffect::MakeWaiting,
        remake,
        ..to(Pending, outcome)
    };
    // The outcome of a claim that a person ends.
    let ended = (task.state == Processing).then_some(Outcome::Released);
    let refused = Err(Refused { state: task.state.as_str(), event: event.name() });
    match (task.state, event) {
        (Pending, ImageEvent::Claim) => Ok(to(Processing, None)),
        (Processing, ImageEvent::Confirm) => {
            let made = to(Completed, Some(Outcome::Done));
            Ok(ImageChange { process: ProcessEffect::MakeReady, remake: Remake::Both, ..made })
        }
        (Processing, ImageEvent::Fault { class, wait, chance }) => {
            Ok(fault(task, *class, *wait, *chance, timing))
        }
        (Processing, ImageEvent::Release) => Ok(to(Pending, Some(Outcome::Released))),
        (Processing, ImageEvent::Reap { began: false, .. }) => Ok(to(Pending, Some(Outcome::Lost))),
        (Processing, ImageEvent::Reap { began: true, chance }) => {
            Ok(ImageChange { outcome: Some(Outcome::Lost), ..charge(task, *chance, timing) })
        }
        (Pending | Processing, ImageEvent::Cancel) => {
            Ok(ImageChange { process: ProcessEffect::Cancel, ..to(Cancelled, ended) })
        }
        (Processing | Completed | Failed | Cancelled, ImageEvent::Rerun) => Ok(anew(ended, Remake::Both)),
        // Only a completed shot has another frame to keep.
        (Completed, ImageEvent::RerunOne(side)) => Ok(anew(ended, Remake::Only(*side))),
        (Failed, ImageEvent::Retry) => Ok(ImageChange { retry_count: 0, ..to(Pending, None) }),
        (
            Pending,
            ImageEvent::Confirm | ImageEvent::Fault { .. } | ImageEvent::Release | ImageEvent::Reap { .. },
        )
        | (Pending, ImageEvent::Rerun | ImageEvent::RerunOne(_) | ImageEvent::Retry)
        | (Processing, ImageEvent::Claim | ImageEvent::RerunOne(_) | ImageEvent::Retry)
        | (Failed | Cancelled, ImageEvent::RerunOne(_))
        | (
            Completed | Failed | Cancelled,
            ImageEvent::Claim
            | ImageEvent::Confirm
            | ImageEvent::Fault { .. }
            | ImageEvent::Release
            | ImageEvent::Reap { .. }
            | ImageEvent::Cancel,
        )
        | (Completed | Cancelled, ImageEvent::Retry) => refused,
    }
}

fn fault(
    task: ImageTask,
    class: FaultClass,
    wait: Option<Duration>,
    chance: f64,
    timing: &Timing,
) -> ImageChange {
    match class {
        FaultClass::Task => charge(task, chance, timing),
        FaultClass::Refused => ImageChange {
            to: ImageState::Failed,
            retry_count: task.retry_count.saturating_add(1),
            due_in: Duration::ZERO,
            outcome: Some(Outcome::Failed),
            alert: Some(AlertKind::Refused),
            process: ProcessEffect::Keep,
            remake: Remake::AsBefore,
        },
        FaultClass::Busy | FaultClass::Down | FaultClass::Money | FaultClass::Machine => ImageChange {
            to: ImageState::Pending,
            retry_count: task.retry_count,
            due_in: wait.unwrap_or(RELEASED_PAUSE),
            outcome: Some(Outcome::Released),
            alert: None,
            process: ProcessEffect::Keep,
            remake: Remake::AsBefore,
        },
    }
}

fn charge(task: ImageTask, chance: f64, timing: &Timing) -> ImageChange {
    let retry_count = task.retry_count.saturating_add(1);
    let given_up = retry_count > timing.retries;
    ImageChange {
        to: if given_up { ImageState::Failed } else { ImageState::Pending },
        retry_count,
        due_in: if given_up { Duration::ZERO } else { back_off(task.retry_count, chance) },
        outcome: Some(if given_up { Outcome::Failed } else { Outcome::Retry }),
        alert: given_up.then_some(AlertKind::Failed),
        process: ProcessEffect::Keep,
        remake: Remake::AsBefore,
    }
}

#[cfg(test)]
#[path = "image_tests.rs"]
mod tests;
