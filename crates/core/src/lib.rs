//! The pure domain of rushes: ids, states, events and the functions that decide what happens next.
//!
//! Invariant: nothing here reads a clock, rolls dice, waits, or touches a file, a network or a database.
//! Time comes in as a value, chance as a number between 0 and 1.

mod affinity;
mod alert;
mod clip;
mod fault;
mod film;
mod forecast;
mod hours;
mod id;
mod image;
mod outcome;
mod plan;
mod retry;
mod shot;
mod time;

pub use affinity::{Affinity, TypeLoad};
pub use alert::AlertKind;
pub use clip::{ClipChange, ClipEvent, ClipState, ClipTask, next_clip};
pub use fault::{Fault, FaultClass};
pub use film::{Film, OnUnknown, Timing};
pub use forecast::{Forecast, Hand, Shift, forecast};
pub use hours::{ActiveHours, Hours, InvalidHours};
pub use id::{BootId, InvalidId, Scenecode, TaskType, WorkerId, folded_code};
pub use image::{ImageChange, ImageEvent, ImageState, ImageTask, ProcessEffect, Remake, next_image};
pub use outcome::{Outcome, Stage};
pub use plan::{Progress, TypeProgress, estimate};
pub use retry::back_off;
pub use shot::{FrameSide, ImportAnswer, Shot};
pub use time::Instant;

/// Why an event cannot happen in a state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a state that allows `{event}`, got `{state}`")]
pub struct Refused {
    /// The state in which the event came.
    pub state: &'static str,
    /// The event that the state does not allow.
    pub event: &'static str,
}
