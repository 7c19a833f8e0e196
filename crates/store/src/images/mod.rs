//! Image tasks: claim, begin, end.

mod beat;
mod by_hand;
mod claim;
mod end;
mod lease;
mod makers;
mod moved;
mod process;
mod recover;
mod sweep;

pub use beat::{BeatAnswer, Doing, Held};
pub use by_hand::EndedByHand;
pub use lease::Watch;
pub use recover::Recovered;
pub use sweep::ImageSweep;

pub use claim::NamedFrame;
pub(crate) use claim::{Taken, take};
pub(crate) use moved::let_go_image;
pub(crate) use process::{Moved, move_process, process_effect};
pub(crate) use sweep::passed_over;
