//! What can go wrong with files.

use std::io;
use std::path::{Path, PathBuf};

use rushes_core::FaultClass;

/// Why something could not be done with a file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file system said no.
    #[error("{doing} `{}`", path.display())]
    File {
        /// What was being done.
        doing: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder that was the media root is no longer.
    #[error("find the media folder `{}`: something else is there now, without the film's file .rushes-media", folder.display())]
    Unmounted {
        /// The folder.
        folder: PathBuf,
    },
    /// A relative path that must not be used.
    #[error("use `{path}` in the media root: expected {expected}")]
    Path {
        /// The path.
        path: String,
        /// What a path has to be.
        expected: &'static str,
    },
    /// A file read back is not the file that was written.
    #[error("place `{relative}`: expected sha256 {expected} to be read back, got {got}")]
    ReadBack {
        /// The file in the media root.
        relative: String,
        /// The hash of what was written.
        expected: String,
        /// The hash of what was read.
        got: String,
    },
    /// A file has a name that another one has to get.
    #[error("write `{}`: a file with other bytes has that name", path.display())]
    Occupied {
        /// The file that is there.
        path: PathBuf,
    },
    /// A file is not the one that was checked when its row came to name it.
    #[error("copy `{}`: expected sha256 {expected}, got {got}", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// The hash in its row.
        expected: String,
        /// The hash of its bytes.
        got: String,
    },
    /// The marker of a media root holds no id.
    #[error("read the marker `{}`: expected one line with an id, got `{got}`; remove the file if nobody uses the folder", path.display())]
    Marker {
        /// The marker file.
        path: PathBuf,
        /// What it holds.
        got: String,
    },
    /// A file is not an MP4 that can be read.
    #[error("read `{}` as MP4: {reason}", path.display())]
    Mp4 {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A frame of H.264 that cannot be part of a clip.
    #[error("write the clip `{}`: {reason}", path.display())]
    Clip {
        /// The clip.
        path: PathBuf,
        /// What is wrong with the frame.
        reason: String,
    },
    /// A clip that cannot be part of the film.
    #[error("use the clip of `{label}`")]
    Part {
        /// The shot.
        label: String,
        /// What is wrong with the clip.
        source: Box<Error>,
    },
    /// A film that cannot be.
    #[error("assemble the film `{}`: {reason}", path.display())]
    Film {
        /// The film.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// ffmpeg is needed and cannot be started.
    #[error(
        "start `{program}`, which is needed because {why}; install it: on Debian and Ubuntu by \
         `apt-get install ffmpeg`, on macOS by `brew install ffmpeg`, on Windows by `winget install ffmpeg`"
    )]
    NoFfmpeg {
        /// The program.
        program: String,
        /// What it is needed for.
        why: String,
        /// What the system said.
        source: io::Error,
    },
    /// ffmpeg did not do what it was asked for.
    #[error("{doing} with ffmpeg, which ended with {status} and said:\n{said}")]
    Ffmpeg {
        /// What it was to do.
        doing: String,
        /// How it ended.
        status: String,
        /// Everything that it said.
        said: String,
    },
}

impl Error {
    /// Names the operation and the file of an I/O error; made for `map_err`.
    pub(crate) fn file(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::File { doing, path: path.to_path_buf(), source }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Error::File { .. } | Error::ReadBack { .. } => {
                "see that the folder is there, that this user may read and write in it, and that the disk is not full"
            }
            Error::Unmounted { .. } => {
                "connect the share or the disk again; if its files are lost, `rushes verify --new-media --repair`"
            }
            Error::Part { source, .. } => source.hint(),
            Error::Mp4 { .. } => "`rushes verify --repair` makes a clip again that is broken",
            Error::Path { .. } => {
                "correct the path in the database: it begins in the media folder and has `/` between names"
            }
            Error::Marker { .. } => "remove the file if nobody uses the folder",
            Error::Clip { .. } => "`rushes rerun CODE --clip` makes the clip again",
            Error::Film { .. } => {
                "`rushes verify` looks at every clip, `rushes rerun CODE --clip` makes one again"
            }
            Error::NoFfmpeg { .. } => {
                "install it: on Debian and Ubuntu by `apt-get install ffmpeg`, on macOS by `brew install ffmpeg`, on \
                 Windows by `winget install ffmpeg`"
            }
            Error::Ffmpeg { .. } => "`rushes verify --repair` makes clips again that are broken",
            Error::Changed { .. } => {
                "`rushes verify --repair` finds files that were changed, and has them made again"
            }
            Error::Occupied { .. } => "move that file away, or let it be replaced by `--force`",
        }
    }

    /// The class of fault that this is for the shot at hand.
    pub fn fault(&self) -> FaultClass {
        match self {
            // Disk full, no permission, a missing folder, a file that a share does not show yet.
            Error::File { .. } | Error::ReadBack { .. } | Error::Marker { .. } => FaultClass::Machine,
            Error::NoFfmpeg { .. } | Error::Unmounted { .. } | Error::Occupied { .. } => FaultClass::Machine,
            Error::Part { source, .. } => source.fault(),
            Error::Path { .. } | Error::Mp4 { .. } | Error::Clip { .. } => FaultClass::Task,
            Error::Film { .. } | Error::Ffmpeg { .. } | Error::Changed { .. } => FaultClass::Task,
        }
    }
}
