//! Moving pictures: planes, the move from one frame to another, and clips that all have the same encoder settings.

mod clip_file;
mod encoder;
mod movement;
mod planes;

pub(crate) use clip_file::{Format, render_move, render_still};
pub(crate) use encoder::KeyFrames;
pub(crate) use movement::Movement;
pub(crate) use planes::Planes;

#[cfg(test)]
#[path = "video_tests.rs"]
mod tests;
