//! Why an attempt did not succeed; the class decides what happens next.

use std::time::Duration;

/// The class of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultClass {
    /// This attempt went wrong (time limit, wrong size, undecodable): counted, another worker may take it.
    Task,
    /// The maker will never make this (moderation, unsupported ratio): failed at once.
    Refused,
    /// The maker has no room now (429, queue full): released uncharged, tried again soon.
    Busy,
    /// The maker does not answer: released uncharged, this worker rests from it.
    Down,
    /// No credit or no valid key: the maker is paused for the whole farm.
    Money,
    /// This machine cannot work (disk full, folder not writable): released uncharged, the worker pauses.
    Machine,
}

impl FaultClass {
    /// Every class.
    pub const ALL: [FaultClass; 6] = [
        FaultClass::Task,
        FaultClass::Refused,
        FaultClass::Busy,
        FaultClass::Down,
        FaultClass::Money,
        FaultClass::Machine,
    ];

    /// The word in the database and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            FaultClass::Task => "task",
            FaultClass::Refused => "refused",
            FaultClass::Busy => "busy",
            FaultClass::Down => "down",
            FaultClass::Money => "money",
            FaultClass::Machine => "machine",
        }
    }

    /// The class that a word names.
    pub fn from_word(word: &str) -> Option<FaultClass> {
        FaultClass::ALL.into_iter().find(|class| class.as_str() == word)
    }
}

/// A fault: its class, and what a person should read about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What happens next.
    pub class: FaultClass,
    /// What went wrong, whole.
    pub message: String,
    /// How long the maker asked to be left alone.
    pub retry_after: Option<Duration>,
}

impl Fault {
    /// A fault of a class with its text.
    pub fn new(class: FaultClass, message: impl Into<String>) -> Fault {
        Fault { class, message: message.into(), retry_after: None }
    }

    /// The same fault with the time that the maker asked for.
    pub fn after(self, retry_after: Option<Duration>) -> Fault {
        Fault { retry_after, ..self }
    }
}
