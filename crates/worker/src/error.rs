//! Why a worker cannot work.

use std::io;
use std::path::PathBuf;

/// Why a worker could not start, or had to end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process on this machine works under this id.
    #[error("work as `{worker_id}`: a process on this machine already does (its spool `{}` is locked)", spool.display())]
    SpoolLocked {
        /// The id.
        worker_id: String,
        /// The spool folder.
        spool: PathBuf,
    },
    /// A worker elsewhere works under this id.
    #[error("work as `{worker_id}`: a worker on `{host}` does and is alive")]
    IdTaken {
        /// The id.
        worker_id: String,
        /// The other machine.
        host: String,
    },
    /// Another start of this worker has taken over.
    #[error("go on as `{worker_id}`: another start of this worker has taken over")]
    Replaced {
        /// The id.
        worker_id: String,
    },
    /// The spool folder cannot be used.
    #[error("use the spool `{}`", path.display())]
    Spool {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] rushes_store::Error),
    /// The media root failed.
    #[error(transparent)]
    Media(#[from] rushes_media::Error),
}

impl Error {
    /// What a person can do about it.
    pub fn hint(&self) -> String {
        let hint = match self {
            Error::SpoolLocked { .. } | Error::IdTaken { .. } => {
                "give each worker an id of its own with `--id`, or stop the other one"
            }
            Error::Replaced { .. } => "see which machines use this id: `rushes workers`",
            Error::Spool { .. } => "see that the folder is writable and the disk is not full",
            Error::Store(error) => return error.hint(),
            Error::Media(error) => error.hint(),
        };
        hint.to_owned()
    }
}
