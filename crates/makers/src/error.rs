//! Why a maker could not be set up, or a picture of ours not be made.

/// What went wrong outside of an attempt at a task.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No maker has this name.
    #[error("expected a maker of {what} to be {expected}, got `{name}`")]
    UnknownMaker {
        /// "frames" or "clips".
        what: &'static str,
        /// The names that there are.
        expected: String,
        /// The name that was asked for.
        name: String,
    },
    /// A `[makers.NAME]` entry cannot work.
    #[error("expected `command` of `makers.{name}` to name a program, got an empty list")]
    NoProgram {
        /// The entry.
        name: String,
    },
}
