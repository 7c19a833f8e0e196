//! What a lock, a submission and a poll are.

use std::time::Duration;

use rushes_core::{BootId, Fault, Instant, Scenecode};

use crate::Holder;

/// The right to submit one shot's clip; its intent stands in the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipLock {
    /// The shot.
    pub scenecode: Scenecode,
    /// The number of this claim.
    pub claim_seq: i64,
    /// Who holds it.
    pub holder: Holder,
    /// How often the row was charged.
    pub retry_count: u32,
    /// The intent in the ledger.
    pub submission: i64,
    /// The maker for which it was locked.
    pub maker: String,
    /// The video prompt; may be empty, then the holder fills it.
    pub aiwords: String,
    /// Path of the first frame, relative to the media root.
    pub firstpic: String,
    /// Path of the last frame.
    pub secondpic: String,
}

/// What became of the wish to lock a clip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Locked {
    /// A clip may be submitted.
    Lock(ClipLock),
    /// No clip is ready.
    Nothing,
    /// The maker has as many clips in its hands as it may have.
    MakerFull,
    /// The maker is left alone for a while.
    MakerPaused {
        /// Until when.
        until: Instant,
        /// Why.
        reason: String,
    },
    /// The film has made as many submissions as it may.
    CapReached,
}

/// A submission that the platform took.
#[derive(Debug, Clone, PartialEq)]
pub struct AcceptedClip {
    /// The platform's task id.
    pub vdurl: String,
    /// What a poll needs besides the id; may be empty.
    pub maker_ref: String,
    /// The only start of a worker that can poll and fetch it; `None` if any can.
    pub reach: Option<BootId>,
    /// What it costs, if the maker says so.
    pub cost: Option<f64>,
    /// In which currency.
    pub currency: Option<String>,
    /// Whether the maker costs nothing: then nobody is told of a clip that is not used.
    pub free: bool,
}

/// How the holder of a lock ends it without an id.
#[derive(Debug, Clone, PartialEq)]
pub enum LockEnding {
    /// The platform was not called.
    NotSent,
    /// The platform surely did not take it.
    Fault {
        /// Why.
        fault: Fault,
        /// A number between 0 and 1 for the jitter.
        chance: f64,
    },
    /// The call may have arrived: perhaps paid.
    Unknown {
        /// What is known.
        message: String,
    },
}

/// The right to ask about one submitted clip and to fetch it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PollClaim {
    /// The shot.
    pub scenecode: Scenecode,
    /// The number of this claim.
    pub claim_seq: i64,
    /// Who holds it.
    pub holder: Holder,
    /// The platform's task id.
    pub vdurl: String,
    /// The maker that has it.
    pub maker: String,
    /// What a poll needs besides the id; may be empty.
    pub maker_ref: String,
    /// The video prompt that was submitted.
    pub aiwords: String,
    /// How often the row was charged.
    pub retry_count: u32,
    /// How often in a row the platform did not know the id.
    pub not_found: u32,
    /// When the platform took it.
    pub submitted_at: Option<Instant>,
    /// Its row in the ledger.
    pub submission: Option<i64>,
    /// The clip that the shot had before.
    pub named_before: Option<String>,
}

/// What became of a clip that its platform does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFound {
    /// Asked again later.
    Again,
    /// Given up as lost: the shot is ready again.
    Lost,
    /// Somebody else moved the row.
    Stale,
}

/// A clip that was fetched, checked and placed.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipMeta {
    /// Its path, relative to the media root.
    pub path: String,
    /// Where the platform had it.
    pub source: String,
    /// Its size.
    pub bytes: u64,
    /// Its hash.
    pub sha256: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: f64,
    /// How long it runs.
    pub duration: Duration,
    /// Its codec.
    pub codec: String,
    /// What it cost, if the platform says so only now.
    pub cost: Option<f64>,
    /// In which currency.
    pub currency: Option<String>,
}

/// What a sweep over clips did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClipSweep {
    /// Locks without a time, or with one in the future, stamped now.
    pub stamped: usize,
    /// Locks taken back: the shot is ready again.
    pub returned: usize,
    /// Locks taken back of which nobody knows whether they were paid: held for a person.
    pub held: usize,
    /// Locks whose platform id was in the ledger: polled from now on.
    pub resumed: usize,
    /// Submitted clips that nobody can reach any more: the shot is ready again.
    pub vanished: usize,
    /// Intents that no lock waited for any more.
    pub abandoned: usize,
    /// Clips that a person submitted by hand, polled from now on.
    pub adopted: usize,
}
