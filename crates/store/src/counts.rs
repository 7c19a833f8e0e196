//! How much there is: counts by state, progress, and the work that each type still has.

use std::time::Duration;

use rushes_core::{ClipState, ImageState, Instant, Progress, Stage, TaskType, TypeLoad, TypeProgress};

use crate::connect::Lane;
use crate::row::{Row, args};
use crate::transaction::Tx;
use crate::{Error, Scope, Store, sql};

/// So many of the last made tasks of a type say how long one takes.
const SAMPLES: u32 = 200;

/// How many image tasks of a type stand in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageCount {
    /// The type, as it stands in the row.
    pub tasktype: String,
    /// The state.
    pub state: ImageState,
    /// How many.
    pub tasks: u64,
}

/// How many clips stand in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipCount {
    /// The state.
    pub state: ClipState,
    /// How many.
    pub clips: u64,
}

/// The whole film in numbers; what is not there is not listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Image tasks by type and state.
    pub images: Vec<ImageCount>,
    /// Process rows by state; a shot whose frames were never completed has none.
    pub clips: Vec<ClipCount>,
}

impl Counts {
    /// Every image task: one a shot.
    pub fn shots(&self) -> u64 {
        self.images.iter().map(|it| it.tasks).sum()
    }

    /// Image tasks in a state, of all types.
    pub fn images_in(&self, state: ImageState) -> u64 {
        self.images.iter().filter(|it| it.state == state).map(|it| it.tasks).sum()
    }

    /// Clips in a state.
    pub fn clips_in(&self, state: ClipState) -> u64 {
        self.clips.iter().filter(|it| it.state == state).map(|it| it.clips).sum()
    }
}

impl Counts {
    /// A lock says nothing of a row that is not ready, so that one state can come in two rows.
    fn add_clips(&mut self, state: ClipState, clips: u64) {
        match self.clips.iter_mut().find(|it| it.state == state) {
            Some(there) => there.clips += clips,
            None => self.clips.push(ClipCount { state, clips }),
        }
    }
}

impl Store {
    /// Counts by state, all of one moment.
    pub async fn counts(&self) -> Result<Counts, Error> {
        self.transaction(Lane::Read, async |tx| {
            let mut counts = Counts::default();
            for row in tx.rows(&sql::BOARD_IMAGE_COUNTS, vec![]).await? {
                counts.images.push(ImageCount {
                    tasktype: row.text("tasktype")?,
                    state: row.image_state("status")?,
                    tasks: row.count("tasks")?,
                });
            }
            for row in tx.rows(&sql::BOARD_CLIP_COUNTS, vec![]).await? {
                counts.add_clips(row.clip_state("status", "locked")?, row.count("clips")?);
            }
            Ok(counts)
        })
        .await
    }

    /// What is left of both stages, and how fast it went in the last `window`.
    pub async fn progress(&self, window: Duration) -> Result<Progress, Error> {
        self.transaction(Lane::Read, async |tx| {
            let frames = left(tx, &sql::BOARD_OPEN_FRAMES, &self.scope, "frames").await?;
            let clips = left(tx, &sql::BOARD_OPEN_SHOTS, &self.scope, "shots").await?;
            Ok(Progress {
                frames: lately(tx, Stage::Frames, window, frames).await?,
                clips: lately(tx, Stage::Clip, window, clips).await?,
            })
        })
        .await
    }

    /// The types with tasks that can be claimed now, and how long one of each usually takes. A type that no worker
    /// can name is left out: a person typed it.
    pub async fn type_loads(&self) -> Result<Vec<TypeLoad>, Error> {
        self.transaction(Lane::Read, async |tx| {
            let mut loads = Vec::new();
            for row in tx.rows(&sql::BOARD_READY_TYPES, self.scope.args()).await? {
                let Ok(tasktype) = TaskType::new(row.text("tasktype")?) else { continue };
                let made = tx.rows(&sql::WORKLOG_USUAL, args![&tasktype, SAMPLES]).await?;
                let ready = row.count("tasks")?;
                loads.push(TypeLoad { tasktype, ready, samples: made.len() as u64, usual: mean(&made)? });
            }
            Ok(loads)
        })
        .await
    }
}

async fn left(
    tx: &mut Tx,
    statement: &'static crate::sql::Statement,
    scope: &Scope,
    column: &'static str,
) -> Result<u64, Error> {
    let row = tx.row(statement, scope.args()).await?;
    row.map_or(Ok(0), |it| it.count(column))
}

/// The rate of late. A run that began within the window counts from its beginning.
async fn lately(tx: &mut Tx, stage: Stage, window: Duration, left: u64) -> Result<TypeProgress, Error> {
    let Some(row) = tx.row(&sql::WORKLOG_LATELY, args![stage.as_str(), window]).await? else {
        return Ok(TypeProgress { left, ..TypeProgress::default() });
    };
    let now = row.instant("now")?;
    let began = row.maybe_instant("began")?;
    let window = began.map_or(window, |it| now.since(it).min(window));
    Ok(TypeProgress { left, made_lately: row.count("made")?, window })
}

/// The mean of what the rows took.
fn mean(made: &[Row]) -> Result<Duration, Error> {
    let mut whole = Duration::ZERO;
    for row in made {
        whole += row.instant("finished_at")?.since(Instant(row.int("started_at")?));
    }
    let count = u32::try_from(made.len()).unwrap_or(u32::MAX);
    Ok(whole.checked_div(count).unwrap_or_default())
}
