//! The check of a clip: an MP4 whose tables, frames and first picture hold together, of the right size and length.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

use rushes_core::Fault;

use super::{bad, length, unreadable};
use crate::mp4::{Movie, Place, Video};
use crate::{Error, durable};

/// How far a duration may be off beyond one frame: some writers round to milliseconds.
const ROUNDING: f64 = 0.010;
/// How far a frame rate may be off: 23.976 passes for 24.
const RATE: f64 = 0.01;

/// What a maker was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClipExpectation {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: u32,
    /// How long it runs.
    pub duration: Duration,
}

/// What is known of a clip that passed.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipFacts {
    /// Its bytes.
    pub bytes: u64,
    /// Its sha256 in lower-case hexadecimal digits.
    pub sha256: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: f64,
    /// How long it runs.
    pub duration_ms: u64,
    /// How many frames it has.
    pub frames: u64,
    /// How it is coded: `h264`, `hevc`, `av1`, or the four letters of the file.
    pub codec: String,
}

/// Checks that a file is a clip as it was asked for. Of H.264 the first key frame is decoded too.
pub fn check_clip(path: &Path, expected: &ClipExpectation) -> Result<ClipFacts, Fault> {
    length("clip", path)?;
    let refuse = |why: String| bad(format!("could not use the clip `{}`: {why}", path.display()));
    let movie = Movie::open(path).map_err(|error| fault(path, &error))?;
    let facts = facts(&movie);
    as_expected(&facts, expected).map_err(refuse)?;
    let frames = read_frames(path, &movie.video).map_err(|error| unreadable("clip", path, &error))?;
    let first_key = frames.map_err(refuse)?;
    if let Some(avc) = movie.video.avc() {
        avc.decode_first(&first_key).map_err(refuse)?;
    }
    let hashed = durable::hash(path).map_err(|error| fault(path, &error))?;
    Ok(ClipFacts { bytes: hashed.bytes, sha256: hashed.sha256, ..facts })
}

fn fault(path: &Path, error: &Error) -> Fault {
    if let Error::File { source, .. } = error {
        unreadable("clip", path, source)
    } else {
        bad(format!("could not {error}"))
    }
}

fn facts(movie: &Movie) -> ClipFacts {
    let (width, height) = movie.video.size();
    ClipFacts {
        bytes: movie.bytes,
        sha256: String::new(),
        width,
        height,
        fps: movie.video.fps(),
        duration_ms: (movie.video.seconds() * 1000.0).round() as u64,
        frames: movie.video.samples.len() as u64,
        codec: movie.video.codec_name(),
    }
}

fn as_expected(facts: &ClipFacts, expected: &ClipExpectation) -> Result<(), String> {
    let ClipExpectation { width, height, fps, duration } = *expected;
    if (facts.width, facts.height) != (width, height) {
        return Err(format!("expected {width}x{height} pixels, got {}x{}", facts.width, facts.height));
    }
    let rate = f64::from(fps);
    if (facts.fps - rate).abs() > rate * RATE {
        return Err(format!("expected {fps} frames a second, got {:.3}", facts.fps));
    }
    let seconds = facts.duration_ms as f64 / 1000.0;
    if (seconds - duration.as_secs_f64()).abs() > 1.0 / rate + ROUNDING {
        return Err(format!("expected it to run {:.3} s, got {seconds:.3} s", duration.as_secs_f64()));
    }
    Ok(())
}

/// Reads every frame and looks at its shape; answers the first one that can be decoded alone. The outer result is
/// about the disk.
fn read_frames(path: &Path, video: &Video) -> io::Result<Result<Vec<u8>, String>> {
    let mut file = BufReader::new(File::open(path)?);
    let mut first_key = None;
    let mut frame = Vec::new();
    for (number, place) in (1_usize..).zip(&video.samples) {
        read_frame(&mut file, place, &mut frame)?;
        if let Err(reason) = shape(&frame, video.length_size()) {
            return Ok(Err(format!("frame {number} of {} is damaged: {reason}", video.samples.len())));
        }
        if place.key && first_key.is_none() {
            first_key = Some(frame.clone());
        }
    }
    Ok(first_key.ok_or_else(|| "no frame can be decoded without another".to_owned()))
}

fn read_frame(file: &mut BufReader<File>, place: &Place, frame: &mut Vec<u8>) -> io::Result<()> {
    let at = file.stream_position()?;
    // A short seek keeps what is buffered; frames mostly lie one behind the other.
    match i64::try_from(i128::from(place.offset) - i128::from(at)) {
        Ok(distance) => file.seek_relative(distance)?,
        Err(_) => drop(file.seek(SeekFrom::Start(place.offset))?),
    }
    frame.resize(place.size as usize, 0);
    file.read_exact(frame)
}

/// A frame holds something, and in H.264 and H.265 its units fill it exactly.
fn shape(frame: &[u8], length_size: Option<usize>) -> Result<(), String> {
    if frame.iter().all(|byte| *byte == 0) {
        return Err("it is all zeros".to_owned());
    }
    let Some(length_size) = length_size else { return Ok(()) };
    let mut rest = frame;
    while !rest.is_empty() {
        let (length, after) = rest.split_at_checked(length_size).ok_or("its units do not fill it")?;
        let length = length.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
        if length == 0 || length > after.len() {
            return Err(format!("it has a unit of {length} bytes where {} are left", after.len()));
        }
        rest = &after[length..];
    }
    Ok(())
}

#[cfg(test)]
#[path = "clip_tests.rs"]
mod tests;
