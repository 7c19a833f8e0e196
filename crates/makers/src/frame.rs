//! The trait of everything that makes a frame.

use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use rushes_core::{Fault, FrameSide, Scenecode, TaskType};

/// One frame that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameRequest {
    /// The shot.
    pub scenecode: Scenecode,
    /// What the frame shows.
    pub tasktype: TaskType,
    /// Which of the shot's two frames.
    pub side: FrameSide,
    /// The shot's chapter.
    pub chapter: u32,
    /// The shot's title; may be empty.
    pub title: String,
    /// What to show.
    pub prompt: String,
    /// What not to show; may be empty.
    pub negative_prompt: String,
    /// Where chance begins: the same seed gives the same picture, where a maker can.
    pub seed: u64,
    /// Width of the frame in pixels.
    pub width: u32,
    /// Height of the frame in pixels.
    pub height: u32,
    /// The shot's first frame, while its last is made.
    pub first_frame: Option<PathBuf>,
    /// Reference pictures.
    pub refs: Vec<String>,
    /// The claim for which it is made.
    pub claim_seq: i64,
    /// The worker that asks.
    pub worker_id: String,
    /// A folder of the caller's; the maker writes its file there.
    pub out_dir: PathBuf,
    /// How long making may take.
    pub limit: Duration,
}

/// A frame that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeFrame {
    /// Where the file is.
    pub path: PathBuf,
    /// The seed that was used.
    pub seed: u64,
}

/// Makes frames.
#[async_trait]
pub trait FrameMaker: Send + Sync + Debug {
    /// The name in the film's settings, the worklog and the journal.
    fn name(&self) -> &str;

    /// Makes one frame. Dropping the future gives the work up and leaves no process behind.
    async fn make(&self, request: &FrameRequest) -> Result<MadeFrame, Fault>;

    /// Looks, at no cost, whether it could work, and says in one line what it found.
    async fn examine(&self) -> Result<String, Fault>;
}
