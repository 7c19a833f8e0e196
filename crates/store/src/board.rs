//! The film as a board: where each shot stands, and what its rows name.

use std::time::Duration;

use rushes_core::{ClipState, ImageState, Instant, Scenecode, TaskType};

use crate::row::{Arg, Row, args};
use crate::shots::{Place, keys_of};
use crate::{Error, Store, sql};

/// Which shots a board shows; what is `None` is not asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardFilter {
    /// Shots of one chapter.
    pub chapter: Option<u32>,
    /// Shots whose frames are of one type.
    pub tasktype: Option<TaskType>,
    /// Shots whose image task stands in one state.
    pub image: Option<ImageState>,
    /// Shots whose clip stands in one state.
    pub clip: Option<ClipState>,
}

/// One shot on the board.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardRow {
    /// The shot.
    pub scenecode: Scenecode,
    /// Its chapter.
    pub chapter: u32,
    /// The chapter's title.
    pub chapter_title: String,
    /// Its place in the film.
    pub position: u32,
    /// Its title.
    pub title: String,
    /// What its first frame shows.
    pub first_prompt: String,
    /// What its last frame shows.
    pub last_prompt: String,
    /// What is said in it.
    pub dialogue: String,
    /// How long its clip is to run.
    pub duration: Duration,
    /// Whether a person holds it.
    pub held: bool,
    /// Its image task.
    pub image: BoardImage,
    /// Its clip, once its frames were completed.
    pub clip: Option<BoardClip>,
}

impl BoardRow {
    /// Where the next page begins.
    pub fn place(&self) -> Place {
        Place { chapter: self.chapter, position: self.position, scenecode: self.scenecode.clone() }
    }
}

impl BoardRow {
    /// What went wrong last, with the frames or else with the clip.
    pub fn last_error(&self) -> Option<&str> {
        let clip = self.clip.as_ref().and_then(|it| it.last_error.as_deref());
        self.image.last_error.as_deref().or(clip)
    }
}

/// The image task of a shot.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardImage {
    /// Its type, as it stands in the row.
    pub tasktype: String,
    /// Where it stands.
    pub state: ImageState,
    /// Its priority.
    pub priority: u32,
    /// Who holds it, or made it.
    pub worker_id: Option<String>,
    /// The number of its last claim.
    pub claim_seq: i64,
    /// How often it was charged.
    pub retry_count: u32,
    /// What went wrong last.
    pub last_error: Option<String>,
    /// The first frame.
    pub firstpic: Option<String>,
    /// The last frame.
    pub secondpic: Option<String>,
    /// When both frames were there.
    pub finished_at: Option<Instant>,
}

/// The clip of a shot.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardClip {
    /// Where it stands.
    pub state: ClipState,
    /// Who holds it, or fetched it.
    pub worker_id: Option<String>,
    /// The number of its last claim.
    pub claim_seq: i64,
    /// The maker that it was submitted to.
    pub maker: Option<String>,
    /// The platform's id of it.
    pub vdurl: Option<String>,
    /// How often it was charged.
    pub retry_count: u32,
    /// What went wrong last.
    pub last_error: Option<String>,
    /// The frames that it is made of.
    pub frames: [Option<String>; 2],
    /// The clip that is there, be it from before a rerun.
    pub made: Option<BoardMade>,
}

/// A clip that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardMade {
    /// Its path in the media root.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The hash of its bytes.
    pub sha256: String,
    /// How long it runs.
    pub duration: Duration,
    /// Its width and height in pixels.
    pub size: (u32, u32),
    /// Its frames a second.
    pub fps: f64,
}

impl Store {
    /// At most `most` shots of the board in the order of the film, from its beginning or after a place.
    pub async fn board(
        &self,
        filter: &BoardFilter,
        after: Option<&Place>,
        most: u32,
    ) -> Result<Vec<BoardRow>, Error> {
        let (chapter, position, code) = keys_of(after);
        let mut values = args![chapter, chapter, position, code];
        values.extend(conditions(filter));
        values.extend(args![most]);
        self.rows(&sql::BOARD_PAGE, values).await?.iter().map(row_of).collect()
    }
}

/// Each condition as "all of them" (1 or 0) and the value that is asked for otherwise.
fn conditions(filter: &BoardFilter) -> Vec<Arg> {
    let all = |asked: bool| i64::from(!asked);
    let locks = match filter.clip {
        Some(ClipState::Ready) => (0, 0),
        Some(ClipState::Locked) => (1, i64::MAX),
        Some(
            ClipState::Waiting
            | ClipState::Submitted
            | ClipState::Done
            | ClipState::Failed
            | ClipState::Cancelled,
        )
        | None => (i64::MIN, i64::MAX),
    };
    args![
        all(filter.chapter.is_some()),
        filter.chapter.unwrap_or_default(),
        all(filter.tasktype.is_some()),
        filter.tasktype.as_ref().map_or("", TaskType::as_str),
        all(filter.image.is_some()),
        filter.image.map_or(0, ImageState::number),
        all(filter.clip.is_some()),
        filter.clip.map_or("", ClipState::status),
        locks.0,
        locks.1,
    ]
}

fn row_of(row: &Row) -> Result<BoardRow, Error> {
    Ok(BoardRow {
        scenecode: row.scenecode("scenecode")?,
        chapter: row.count("chapter")?,
        chapter_title: row.text("chapter_title")?,
        position: row.count("position")?,
        title: row.text("title")?,
        first_prompt: row.text("first_prompt")?,
        last_prompt: row.text("last_prompt")?,
        dialogue: row.text("dialogue")?,
        duration: row.millis("duration_ms")?,
        held: row.int("held")? != 0,
        image: image_of(row)?,
        clip: if row.maybe_text("clip_status")?.is_some() { Some(clip_of(row)?) } else { None },
    })
}

fn image_of(row: &Row) -> Result<BoardImage, Error> {
    Ok(BoardImage {
        tasktype: row.text("tasktype")?,
        state: row.image_state("status")?,
        priority: row.count("priority")?,
        worker_id: row.maybe_text("worker_id")?,
        claim_seq: row.int("claim_seq")?,
        retry_count: row.count("retry_count")?,
        last_error: row.maybe_text("last_error")?,
        firstpic: row.maybe_text("firstpic")?,
        secondpic: row.maybe_text("secondpic")?,
        finished_at: row.maybe_instant("finished_at")?,
    })
}

fn clip_of(row: &Row) -> Result<BoardClip, Error> {
    Ok(BoardClip {
        state: row.clip_state("clip_status", "task_lock")?,
        worker_id: row.maybe_text("clip_worker")?,
        claim_seq: row.int("clip_seq")?,
        maker: row.maybe_text("maker")?,
        vdurl: row.maybe_text("vdurl")?,
        retry_count: row.count("clip_retries")?,
        last_error: row.maybe_text("clip_error")?,
        frames: [row.maybe_text("clip_firstpic")?, row.maybe_text("clip_secondpic")?],
        made: if row.maybe_text("path")?.is_some() { Some(made_of(row)?) } else { None },
    })
}

fn made_of(row: &Row) -> Result<BoardMade, Error> {
    Ok(BoardMade {
        path: row.text("path")?,
        bytes: row.count("bytes")?,
        sha256: row.text("sha256")?,
        duration: row.millis("made_ms")?,
        size: (row.count("width")?, row.count("height")?),
        fps: row.get("fps")?,
    })
}
