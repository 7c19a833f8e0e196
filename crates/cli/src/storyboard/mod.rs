//! The storyboard of the demo film, 《长街》 The Long Street: a year among the people of one street.
//!
//! Invariant: the same number of shots and the same seed give the same storyboard for ever.

mod actions;
mod cast;
mod chapters;
mod file;
mod look;
mod random;
mod shots;
mod together;

use rushes_core::Shot;

pub use file::write_csv;

/// The title of the demo film.
pub const DEMO_TITLE: &str = "长街 The Long Street";

/// How many shots the whole demo film has.
pub const DEMO_SHOTS: usize = 1029;

/// Frames a second: every duration of the demo film is a whole number of such frames.
pub const DEMO_FPS: u32 = 6;

/// The demo film in so many shots: fewer shots tell fewer chapters and keep the proportions of types.
pub fn demo(shots: usize, seed: u64) -> Vec<Shot> {
    shots::write(shots, seed)
}

#[cfg(test)]
#[path = "storyboard_tests.rs"]
mod tests;
