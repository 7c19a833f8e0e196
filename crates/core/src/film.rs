//! The settings of a film: one row, shared by every worker.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::TaskType;

/// What to do with a submission whose answer is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnUnknown {
    /// Stop and ask: the default for makers that cost.
    Hold,
    /// Submit again: for free makers.
    Resubmit,
}

impl OnUnknown {
    /// The word in the database and in `rushes.toml`.
    pub fn as_str(self) -> &'static str {
        match self {
            OnUnknown::Hold => "hold",
            OnUnknown::Resubmit => "resubmit",
        }
    }

    /// The setting that a word names.
    pub fn from_word(word: &str) -> Option<OnUnknown> {
        [OnUnknown::Hold, OnUnknown::Resubmit].into_iter().find(|it| it.as_str() == word)
    }
}

/// Every interval and bound that all workers of a farm must share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timing {
    /// How often a worker beats for its claims.
    pub beat: Duration,
    /// After how long without a beat a claim is taken back.
    pub stale: Duration,
    /// How often the watchdog sweeps.
    pub sweep: Duration,
    /// How often an idle worker looks for work.
    pub scan: Duration,
    /// How often a platform is asked about a submitted clip.
    pub poll: Duration,
    /// After how long a lock of a `ready` row is taken back.
    pub lock: Duration,
    /// How long making one shot's frames may take.
    pub limit: Duration,
    /// Time limits of single task types, where they differ from `limit`.
    pub limits: BTreeMap<TaskType, Duration>,
    /// How many times a task is tried again.
    pub retries: u32,
}

impl Timing {
    /// The time limit of a task type.
    pub fn limit_of(&self, tasktype: &TaskType) -> Duration {
        self.limits.get(tasktype).copied().unwrap_or(self.limit)
    }
}

impl Default for Timing {
    fn default() -> Self {
        Timing {
            beat: Duration::from_secs(30),
            stale: Duration::from_secs(600),
            sweep: Duration::from_secs(300),
            scan: Duration::from_secs(2),
            poll: Duration::from_secs(5),
            lock: Duration::from_secs(600),
            limit: Duration::from_secs(600),
            limits: BTreeMap::new(),
            retries: 5,
        }
    }
}

/// A film: what one database holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Film {
    /// The film's title.
    pub title: String,
    /// Width of every frame and clip in pixels.
    pub width: u32,
    /// Height of every frame and clip in pixels.
    pub height: u32,
    /// Frames a second of the clips.
    pub fps: u32,
    /// The maker of frames for a task type; the key `*` serves every type without an entry.
    pub frame_makers: BTreeMap<String, String>,
    /// The maker of clips.
    pub clip_maker: String,
    /// What to do with a submission whose answer is unknown.
    pub on_unknown: OnUnknown,
    /// No more submissions than this in the film's life.
    pub max_submissions: Option<u64>,
    /// The shared intervals and bounds.
    pub timing: Timing,
}

impl Film {
    /// The name of the maker that serves a task type, if the film names one.
    pub fn frame_maker(&self, tasktype: &TaskType) -> Option<&str> {
        self.frame_makers.get(tasktype.as_str()).or_else(|| self.frame_makers.get("*")).map(String::as_str)
    }
}
