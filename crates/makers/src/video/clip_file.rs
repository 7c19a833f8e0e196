//! Clips as files.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rushes_media::ClipWriter;

use super::encoder::ClipEncoder;
use super::movement::Movement;
use super::planes::Planes;
use crate::Error;

/// What a clip has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Format {
    /// Width in pixels.
    pub(crate) width: u32,
    /// Height in pixels.
    pub(crate) height: u32,
    /// Frames a second.
    pub(crate) fps: u32,
    /// How many frames.
    pub(crate) frames: u32,
}

impl Format {
    /// Checks what can be encoded; the length is rounded to whole frames, at least one.
    pub(crate) fn new(width: u32, height: u32, fps: u32, duration: Duration) -> Result<Format, Error> {
        let even = width.is_multiple_of(2) && height.is_multiple_of(2);
        if !even || width.min(height) < 16 || width.max(height) > 3840 || width.min(height) > 2160 {
            return Err(Error::Size {
                width,
                height,
                expected: "even numbers from 16x16 to 3840x2160 for H.264",
            });
        }
        if !(1..=240).contains(&fps) {
            return Err(Error::Length {
                what: "frames a second",
                expected: "1 to 240",
                got: fps.to_string(),
            });
        }
        let frames = (duration.as_nanos() * u128::from(fps) + 500_000_000) / 1_000_000_000;
        let frames =
            u32::try_from(frames).ok().filter(|it| *it <= 1_000_000).ok_or_else(|| Error::Length {
                what: "the duration",
                expected: "at most a million frames",
                got: format!("{duration:?}"),
            })?;
        Ok(Format { width, height, fps, frames: frames.max(1) })
    }
}

/// Writes the move from one frame to another; ends early when `stop` is set.
pub(crate) fn render_move(
    [first, last]: [&Path; 2],
    format: &Format,
    movement: Movement,
    out: &Path,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let first = Planes::read(first, format.width, format.height)?;
    let last = Planes::read(last, format.width, format.height)?;
    let mut clip =
        ClipEncoder::new(format, ClipWriter::create(out, format.width, format.height, format.fps)?)?;
    let (mut picture, mut spare) = (first.clone(), last.clone());
    for frame in 0..format.frames {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        let time = frame as f32 / (format.frames - 1).max(1) as f32;
        movement.draw([&first, &last], time, &mut spare, &mut picture);
        clip.push(&picture)?;
    }
    clip.finish()
}

/// Writes a clip in which nothing moves.
pub(crate) fn render_still(frame: &Path, format: &Format, out: &Path) -> Result<(), Error> {
    let picture = Planes::read(frame, format.width, format.height)?;
    let mut clip =
        ClipEncoder::new(format, ClipWriter::create(out, format.width, format.height, format.fps)?)?;
    for _ in 0..format.frames {
        clip.push(&picture)?;
    }
    clip.finish()
}
