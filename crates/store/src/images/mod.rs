//! Image tasks: claim, begin, end.

mod beat;
mod claim;
mod end;
mod lease;
mod makers;
mod process;
mod recover;
mod sweep;

pub use beat::{BeatAnswer, Doing, Held};
pub use lease::Watch;
pub use recover::Recovered;
pub use sweep::{EndedByHand, ImageSweep};

pub(crate) use process::{Moved, move_process, process_effect};
