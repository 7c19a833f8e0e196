//! What stands in a film where a clip is missing.

use std::path::Path;
use std::time::Duration;

use crate::video::{Format, render_still};
use crate::{Error, draw};

/// Draws a slate: a plain card with a label (a number, a scenecode) and a text.
pub fn slate(width: u32, height: u32, label: &str, text: &str, out: &Path) -> Result<(), Error> {
    let svg = draw::slate(width, height, label, text);
    draw::write_png(&draw::paint(&svg, width, height)?, out)
}

/// Makes a clip of one frame, with the very settings of the animatic clips, so that it can stand between them.
pub fn still_clip(
    frame: &Path,
    width: u32,
    height: u32,
    fps: u32,
    duration: Duration,
    out: &Path,
) -> Result<(), Error> {
    render_still(frame, &Format::new(width, height, fps, duration)?, out)
}
