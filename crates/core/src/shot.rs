//! One row of a storyboard.

use std::time::Duration;

use crate::{Scenecode, TaskType};

/// Which of a shot's two frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameSide {
    /// The frame on which the clip begins.
    First,
    /// The frame on which the clip ends.
    Last,
}

impl FrameSide {
    /// The word in file names and requests.
    pub fn as_str(self) -> &'static str {
        match self {
            FrameSide::First => "first",
            FrameSide::Last => "last",
        }
    }
}

/// A storyboard row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shot {
    /// The shot's name for ever.
    pub scenecode: Scenecode,
    /// What its frames show.
    pub tasktype: TaskType,
    /// Its chapter.
    pub chapter: u32,
    /// The chapter's title.
    pub chapter_title: String,
    /// Its place in the film.
    pub position: u32,
    /// Its own title.
    pub title: String,
    /// What the first frame shows.
    pub first_prompt: String,
    /// What the last frame shows.
    pub last_prompt: String,
    /// The video prompt; may be empty.
    pub aiwords: String,
    /// What the frames must not show.
    pub negative_prompt: String,
    /// The seed that the storyboard asks for.
    pub seed: Option<u64>,
    /// How long the clip runs.
    pub duration: Duration,
    /// Spoken words.
    pub dialogue: String,
    /// Who is in the shot.
    pub characters: String,
    /// Where it plays.
    pub location: String,
    /// Reference pictures.
    pub refs: String,
    /// Priority of its tasks, 0 to 100.
    pub priority: u8,
    /// Every column of the imported file without a place of its own, as a JSON object.
    pub extra: String,
}

/// What an import did or would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportAnswer {
    /// Shots that were not there before.
    pub added: Vec<Scenecode>,
    /// Shots whose text changed.
    pub changed: Vec<Scenecode>,
    /// How many shots are as they were.
    pub unchanged: usize,
}
