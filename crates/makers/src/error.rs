//! Why a maker could not be set up, or a picture of ours not be made.

use std::path::{Path, PathBuf};

use rushes_core::{Fault, FaultClass};

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No maker has this name.
    #[error("expected the maker of {what} to be {expected}, got `{name}`")]
    UnknownMaker {
        /// "frames" or "clips".
        what: &'static str,
        /// The names that there are.
        expected: String,
        /// The name that was asked for.
        name: String,
    },
    /// A `[makers.NAME]` entry without a program.
    #[error("expected `command` of `makers.{name}` to be a program and its arguments, got none")]
    NoProgram {
        /// The entry.
        name: String,
    },
    /// A `[makers.NAME]` entry that would hide a built-in maker.
    #[error("expected `makers.{name}` to have a name of its own, got the name of a built-in maker")]
    BuiltIn {
        /// The entry.
        name: String,
    },
    /// A size that cannot be made.
    #[error("expected the size to be {expected}, got {width}x{height}")]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// What a size has to be.
        expected: &'static str,
    },
    /// A length or rate that no clip can have.
    #[error("expected {what} to be {expected}, got {got}")]
    Length {
        /// What is wrong.
        what: &'static str,
        /// What it has to be.
        expected: &'static str,
        /// What it is.
        got: String,
    },
    /// Our own drawing could not be read.
    #[error("draw a card: {0}")]
    Svg(String),
    /// A frame could not be read as a picture.
    #[error("read the frame `{}`", path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: image::ImageError,
    },
    /// A frame is not of the clip's size.
    #[error("expected the frame `{}` to be {}x{}, got {}x{}", path.display(), expected.0, expected.1, got.0, got.1)]
    FrameSize {
        /// The file.
        path: PathBuf,
        /// The clip's size.
        expected: (u32, u32),
        /// The frame's size.
        got: (u32, u32),
    },
    /// The encoder refused a picture.
    #[error("encode a clip")]
    Encode(#[from] openh264::Error),
    /// The clip could not be written.
    #[error("write a clip")]
    Clip(#[from] rushes_media::Error),
    /// A file could not be read or written.
    #[error("{doing} `{}`", path.display())]
    File {
        /// What was being done.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Nobody waits for the clip any more.
    #[error("finish a clip that nobody waits for")]
    Stopped,
}

impl Error {
    /// Names the operation and the file of an I/O error; made for `map_err`.
    pub(crate) fn file(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        move |source| Error::File { doing, path: path.to_path_buf(), source }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Error::UnknownMaker { .. } => {
                "name a maker of this version of rushes in [film], in a new project"
            }
            Error::NoProgram { .. } => {
                "write the program and its arguments as a list: [\"python3\", \"card.py\"]"
            }
            Error::BuiltIn { .. } => "give it a name of its own in rushes.toml",
            Error::Size { .. } => "choose another size for the film, in a new project",
            Error::Length { .. } => "give the shot another duration",
            Error::Picture { .. } | Error::FrameSize { .. } => {
                "`rushes verify --repair` makes a frame again that is broken"
            }
            Error::File { .. } => {
                "see that the folder is there, that this user may read and write in it, and that the disk is not full"
            }
            Error::Clip(error) => error.hint(),
            Error::Svg(_) | Error::Encode(_) => {
                "`rushes retry CODE` tries it again; `rushes worklog` has its other tries"
            }
            Error::Stopped => "the same command goes on where it stopped",
        }
    }

    /// What this is for the shot at hand.
    pub(crate) fn into_fault(self) -> Fault {
        let class = match &self {
            Error::UnknownMaker { .. }
            | Error::NoProgram { .. }
            | Error::BuiltIn { .. }
            | Error::File { .. } => FaultClass::Machine,
            Error::Size { .. } | Error::Length { .. } => FaultClass::Refused,
            Error::Clip(error) => error.fault(),
            Error::Picture { .. }
            | Error::FrameSize { .. }
            | Error::Svg(_)
            | Error::Encode(_)
            | Error::Stopped => FaultClass::Task,
        };
        Fault::new(class, chain(&self))
    }
}

/// An error with all its sources in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text.push_str(": ");
        text.push_str(&source.to_string());
        next = source.source();
    }
    text
}
