//! Checks of what a maker made, before anybody relies on it.

mod clip;
mod frame;
mod picture;

use std::fs;
use std::io;
use std::path::Path;

pub use clip::{ClipExpectation, ClipFacts, check_clip};
pub use frame::{FrameFacts, FrameFormat, check_frame};
use rushes_core::{Fault, FaultClass};

/// A fault of this attempt: another one may go well.
fn bad(message: impl Into<String>) -> Fault {
    Fault::new(FaultClass::Task, message)
}

/// What an I/O error while reading a maker's file means. A file that is not there, or is a folder, is the maker's
/// doing: it named it.
fn unreadable(what: &str, path: &Path, error: &io::Error) -> Fault {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
    let makers = matches!(error.kind(), NotFound | NotADirectory | IsADirectory);
    let class = if makers { FaultClass::Task } else { FaultClass::Machine };
    Fault::new(class, format!("could not read the {what} `{}`: {error}", path.display()))
}

/// The length of a maker's file, which is a file, and not empty.
fn length(what: &str, path: &Path) -> Result<u64, Fault> {
    let meta = fs::metadata(path).map_err(|error| unreadable(what, path, &error))?;
    if !meta.is_file() {
        return Err(bad(format!("expected the {what} `{}` to be a file", path.display())));
    }
    match meta.len() {
        0 => Err(bad(format!("expected the {what} `{}` to hold something, got zero bytes", path.display()))),
        bytes => Ok(bytes),
    }
}
