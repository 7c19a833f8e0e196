//! What the worklog says of a claim that has ended.

/// Which half of a shot's way a claim belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// First and last frame: a row of `dbvideo_arcpictask`.
    Frames,
    /// The clip: a row of `dbvideo_process`.
    Clip,
}

impl Stage {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Frames => "frames",
            Stage::Clip => "clip",
        }
    }
}

/// How a claim ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Confirmed.
    Done,
    /// A fault; the row is tried again.
    Retry,
    /// A fault; the row is given up.
    Failed,
    /// Given back uncharged.
    Released,
    /// Taken away from a worker that no longer beat.
    Lost,
}

impl Outcome {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::Retry => "retry",
            Outcome::Failed => "failed",
            Outcome::Released => "released",
            Outcome::Lost => "lost",
        }
    }
}
