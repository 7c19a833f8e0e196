//! How the program ends: an error with everything that caused it, a hint, an exit code.

use std::error::Error as StdError;
use std::process::ExitCode;

/// What to do when a file cannot be written.
pub const WRITABLE: &str =
    "see that the folder is there, that this user may write in it, and that the disk is not full";

/// What to do when the system ends a part of the program.
pub const AGAIN: &str = "try the same command again; it goes on where it stopped";

/// Why a command could not be done, in the words of whoever knows, and what to do about it.
#[derive(Debug)]
pub struct Failure {
    /// What happened, a whole sentence fragment after "error: ".
    pub message: String,
    /// What a person can do about it.
    pub hint: String,
    /// 1: failed or refused; 2: misused.
    pub code: u8,
}

/// What happened. It becomes a failure once it is said what a person can do about it.
#[derive(Debug)]
#[must_use]
pub struct Happened {
    message: String,
    code: u8,
}

impl Failure {
    /// Failed or refused.
    #[expect(clippy::new_ret_no_self, reason = "no failure is without a hint")]
    pub fn new(message: impl Into<String>) -> Happened {
        Happened { message: message.into(), code: 1 }
    }

    /// Typed wrongly.
    pub fn misuse(message: impl Into<String>) -> Happened {
        Happened { message: message.into(), code: 2 }
    }

    /// The same with another hint.
    pub fn hint(self, hint: impl Into<String>) -> Failure {
        Failure { hint: hint.into(), ..self }
    }
}

impl Happened {
    /// What a person can do about it.
    pub fn hint(self, hint: impl Into<String>) -> Failure {
        Failure { message: self.message, hint: hint.into(), code: self.code }
    }
}

/// Turns an error of a crate into a failure: "could not" and the chain of causes.
pub fn could_not(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        source = cause.source();
    }
    if text.starts_with("expected") { text } else { format!("could not {text}") }
}

impl From<rushes_store::Error> for Failure {
    fn from(error: rushes_store::Error) -> Failure {
        Failure { message: could_not(&error), hint: error.hint(), code: 1 }
    }
}

impl From<rushes_worker::Error> for Failure {
    fn from(error: rushes_worker::Error) -> Failure {
        Failure { message: could_not(&error), hint: error.hint(), code: 1 }
    }
}

impl From<rushes_media::Error> for Failure {
    fn from(error: rushes_media::Error) -> Failure {
        Failure { message: could_not(&error), hint: error.hint().to_owned(), code: 1 }
    }
}

impl From<rushes_makers::Error> for Failure {
    fn from(error: rushes_makers::Error) -> Failure {
        Failure { message: could_not(&error), hint: error.hint().to_owned(), code: 1 }
    }
}

/// Says what went wrong and gives the exit code.
#[expect(clippy::print_stderr, reason = "this is where the program talks to people")]
pub fn tell(failure: &Failure) -> ExitCode {
    eprintln!("error: {}", failure.message);
    eprintln!("hint: {}", failure.hint);
    ExitCode::from(failure.code)
}

impl From<crate::settings::SettingsErrors> for Failure {
    fn from(errors: crate::settings::SettingsErrors) -> Failure {
        Failure { message: could_not(&errors), hint: errors.hint().to_owned(), code: 1 }
    }
}
