//! What can go wrong here, in words that fit after "could not".

use std::path::PathBuf;

/// Why a task did not succeed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Something is not installed and may not be, or not by us.
    #[error("go on without what is missing:\n{0}")]
    Missing(String),
    /// A program ended with a failure; it has said why itself.
    #[error("finish `{0}`")]
    Failed(String),
    /// A program did not start, or a stream broke.
    #[error("run `{program}`")]
    Run {
        /// Which program.
        program: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file or folder of the workspace could not be read.
    #[error("read `{}`", path.display())]
    Read {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Cargo did not describe the workspace.
    #[error("ask cargo about the workspace")]
    Metadata(#[from] cargo_metadata::Error),
    /// A private server did not start.
    #[cfg(unix)]
    #[error("start the servers for the tests: could not {0}")]
    Servers(rushes_testkit::ServerError),
    /// Private servers are a matter of Unix.
    #[cfg(not(unix))]
    #[error(
        "start servers on this system: set RUSHES_TEST_POSTGRES and RUSHES_TEST_MARIADB to servers of your own"
    )]
    NoServers,
    /// Tidy found something, and has listed it.
    #[error("call this tidy: {0} to put right")]
    Untidy(usize),
}
