//! The trait of everything that makes a clip: submit, poll, fetch, as the cloud platforms work.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use rushes_core::{Fault, Scenecode};

/// Who can poll and fetch a submitted clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Every worker that has the maker's key.
    Anywhere,
    /// Only the process that submitted it.
    Process,
}

/// One clip that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipRequest {
    /// The shot.
    pub scenecode: Scenecode,
    /// The shot's chapter.
    pub chapter: u32,
    /// The video prompt.
    pub aiwords: String,
    /// The frame on which the clip begins.
    pub first: PathBuf,
    /// The frame on which the clip ends.
    pub last: PathBuf,
    /// Width of the clip in pixels.
    pub width: u32,
    /// Height of the clip in pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: u32,
    /// How long the clip runs.
    pub duration: Duration,
    /// The claim for which it is made.
    pub claim_seq: i64,
    /// The worker that asks.
    pub worker_id: String,
    /// How long the submitting call may take.
    pub limit: Duration,
}

/// A submission that the maker took.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The platform's task id.
    pub vdurl: String,
    /// What a poll needs besides the id; may be empty.
    pub maker_ref: String,
    /// What it costs, if the maker says so.
    pub cost: Option<f64>,
    /// In which currency.
    pub currency: Option<String>,
}

/// Why a submission has no id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmitError {
    /// The maker surely did not take it.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The call may have arrived: perhaps paid.
    #[error("{0}")]
    Unknown(String),
}

/// What a maker says of a submitted clip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Polled {
    /// Still at work.
    Running,
    /// Done; `source` is what `fetch` needs.
    Finished {
        /// The clip's address.
        source: String,
    },
    /// The maker gave it up.
    Failed(Fault),
    /// The maker does not know the id.
    NotFound,
}

/// Makes clips, asynchronously.
#[async_trait]
pub trait ClipMaker: Send + Sync + Debug {
    /// The name in the film's settings, the worklog and the journal.
    fn name(&self) -> &str;

    /// Who can poll and fetch what was submitted here.
    fn reach(&self) -> Reach;

    /// Whether a clip costs nothing, so that it may be submitted again without asking.
    fn is_free(&self) -> bool;

    /// Hands a clip to the maker.
    async fn submit(&self, request: &ClipRequest) -> Result<Accepted, SubmitError>;

    /// Asks about a submitted clip.
    async fn poll(&self, vdurl: &str, maker_ref: &str) -> Result<Polled, Fault>;

    /// Brings a finished clip to `out`.
    async fn fetch(&self, vdurl: &str, source: &str, out: &Path) -> Result<(), Fault>;

    /// Looks, at no cost, whether it could work, and says in one line what it found.
    async fn examine(&self) -> Result<String, Fault>;
}
