//! The check of a frame: a whole picture of the right size that shows something.

use std::fs;
use std::path::Path;

use image::ImageFormat;
use rushes_core::Fault;

use super::{bad, length, picture, unreadable};
use crate::durable;

/// More than any frame needs; what is larger is not read into memory.
const LONGEST: u64 = 512 * 1024 * 1024;

/// The format of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    WebP,
}

impl FrameFormat {
    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            FrameFormat::Png => "png",
            FrameFormat::Jpeg => "jpg",
            FrameFormat::WebP => "webp",
        }
    }
}

/// What is known of a frame that passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameFacts {
    /// Its bytes.
    pub bytes: u64,
    /// Its sha256 in lower-case hexadecimal digits.
    pub sha256: String,
    /// Its format, told by its content and not by its name.
    pub format: FrameFormat,
}

/// Checks that a file is a picture that decodes to its last byte, has this size, and is not all one colour.
pub fn check_frame(path: &Path, width: u32, height: u32) -> Result<FrameFacts, Fault> {
    let bytes = read(path)?;
    let refuse = |why: String| bad(format!("could not use the frame `{}`: {why}", path.display()));
    let format =
        format_of(&bytes).ok_or_else(|| refuse("expected a PNG, JPEG or WebP picture".to_owned()))?;
    let pixels = picture::decode(&bytes, format, width, height).map_err(refuse)?;
    if pixels.one_colour() {
        return Err(refuse("expected a picture of something, got all one colour".to_owned()));
    }
    let hashed = durable::hash_bytes(&bytes);
    Ok(FrameFacts { bytes: hashed.bytes, sha256: hashed.sha256, format })
}

fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let bytes = length("frame", path)?;
    if bytes > LONGEST {
        let path = path.display();
        return Err(bad(format!("expected the frame `{path}` to have at most {LONGEST} bytes, got {bytes}")));
    }
    fs::read(path).map_err(|error| unreadable("frame", path, &error))
}

fn format_of(bytes: &[u8]) -> Option<FrameFormat> {
    let found = image::guess_format(bytes).ok()?;
    let formats = [
        (ImageFormat::Png, FrameFormat::Png),
        (ImageFormat::Jpeg, FrameFormat::Jpeg),
        (ImageFormat::WebP, FrameFormat::WebP),
    ];
    formats.into_iter().find(|(format, _)| *format == found).map(|(_, format)| format)
}

#[cfg(test)]
#[path = "frame_tests.rs"]
mod tests;
