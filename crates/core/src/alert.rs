//! What a person should know.

/// The kind of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlertKind {
    /// A shot's frames or clip are given up after all retries.
    Failed,
    /// A maker refused a shot's content for good.
    Refused,
    /// A person ended a task by hand, but its files are not there.
    NoFiles,
    /// A platform was asked again for something that was already submitted.
    PaidAgain,
    /// A platform's id came back for a claim that is no longer ours.
    PaidNotUsed,
    /// A submission has no known answer; it may have been paid.
    PerhapsPaid,
    /// A maker is paused for the whole farm.
    MakerPaused,
    /// A machine cannot work.
    Machine,
    /// A clock jumped.
    Clock,
}

impl AlertKind {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            AlertKind::Failed => "failed",
            AlertKind::Refused => "refused",
            AlertKind::NoFiles => "no files",
            AlertKind::PaidAgain => "paid again",
            AlertKind::PaidNotUsed => "paid, not used",
            AlertKind::PerhapsPaid => "perhaps paid",
            AlertKind::MakerPaused => "maker paused",
            AlertKind::Machine => "machine",
            AlertKind::Clock => "clock",
        }
    }
}
