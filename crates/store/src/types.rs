//! What a claim is, and how a guarded write answers.

use rushes_core::{BootId, FrameSide, Instant, Scenecode, TaskType, WorkerId};

/// Who holds a claim: a worker, in one start of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Holder {
    /// The worker's stable name.
    pub worker_id: WorkerId,
    /// The start of the worker.
    pub boot_id: BootId,
}

/// How a guarded write answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The row was ours and is changed.
    Applied,
    /// This very claim had ended already: an earlier answer was lost.
    Already,
    /// Somebody else moved the row; the result is dropped and nobody's state changes.
    Stale,
    /// The row is not there.
    Gone,
}

/// The right to make the frames of one shot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageClaim {
    /// The row.
    pub taskid: i64,
    /// Its shot.
    pub scenecode: Scenecode,
    /// What its frames show.
    pub tasktype: TaskType,
    /// The number of this claim.
    pub claim_seq: i64,
    /// Who holds it.
    pub holder: Holder,
    /// How often the row was charged.
    pub retry_count: u32,
    /// When the making began.
    pub started_at: Option<Instant>,
    /// Dead workers were charged so often for this row that nothing else may run beside it.
    pub alone: bool,
    /// The one frame that is made; the other is kept. `None`: both are made.
    pub remake: Option<FrameSide>,
    /// The seed that a rerun asked for, instead of the storyboard's.
    pub seed: Option<u64>,
    /// The files that the row named when it was claimed.
    pub named_before: Vec<String>,
}

/// Both frames of a shot, placed in the media root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frames {
    /// Path of the first frame, relative to the media root.
    pub firstpic: String,
    /// Path of the last frame.
    pub secondpic: String,
    /// The hash of the first frame's bytes.
    pub first_sha256: String,
    /// The hash of the last frame's bytes.
    pub second_sha256: String,
    /// The first frame's seed.
    pub first_seed: u64,
    /// The last frame's seed.
    pub second_seed: u64,
    /// Bytes of both.
    pub bytes: u64,
}

/// How the holder of an image claim ends it.
#[derive(Debug, Clone, PartialEq)]
pub enum ImageEnding {
    /// Both frames are made and placed.
    Confirm(Frames),
    /// The attempt did not succeed.
    Fault {
        /// Why.
        fault: rushes_core::Fault,
        /// A number between 0 and 1 for the jitter.
        chance: f64,
    },
    /// Given back unmade.
    Release,
}

/// One claim and how it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct ImageEnd {
    /// The claim.
    pub claim: ImageClaim,
    /// How it ends.
    pub ending: ImageEnding,
    /// The maker that was at work.
    pub maker: String,
}
