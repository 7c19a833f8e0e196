//! Frames: claim a shot, make its first and last frame, confirm.

mod claim;
mod kept;
mod make;
mod perform;
mod recover;

pub(crate) use claim::claim_loop;
pub(crate) use make::{blocking, chain};
pub(crate) use recover::confirm_spooled;
