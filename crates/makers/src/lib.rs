//! What makes frames and clips: two traits, and the makers that are built in.
//!
//! A maker gets a request and gives a file or a `Fault`; it knows nothing of databases, claims or the media root.
//! Every maker that [`frame_maker`] and [`clip_maker`] hand out writes the journal of `RUSHES_JOURNAL`, if there is one.

mod animatic;
mod clip;
mod command;
mod draw;
mod error;
#[cfg(test)]
mod fixture;
mod frame;
mod journal;
mod null;
mod settings;
mod slate;
mod video;

pub use clip::{Accepted, ClipMaker, ClipRequest, Polled, Reach, SubmitError};
pub use command::end_left_program;
pub use draw::{FontFacts, fonts, has_cjk_font};
pub use error::Error;
pub use frame::{FrameMaker, FrameRequest, MadeFrame};
pub use settings::{MakerEntry, MakerSettings, clip_maker, clips_are_free, frame_maker};
pub use slate::{slate, still_clip};
