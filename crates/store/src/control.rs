//! What a person wants of shots: make them again, take them out, try them again, hold them, rank them.

use rushes_core::{
    ClipEvent, FrameSide, ImageChange, ImageEvent, ImageState, ImageTask, Instant, Refused, Remake,
    Scenecode, Stage, TaskType, Timing, next_image,
};

use crate::images::{Moved, move_process, process_effect};
use crate::log::{LogEntry, log_claim};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Answer, Error, Store};

/// What is made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rerun {
    /// Both frames, and then the clip.
    Frames,
    /// One frame, and then the clip; the other frame is kept.
    Frame(FrameSide),
    /// The clip alone, from the frames that are there.
    Clip,
}

/// What a person wants of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Made again.
    Rerun {
        /// Which part of it.
        what: Rerun,
        /// Its frames from this seed from now on, instead of the one they had.
        seed: Option<u64>,
    },
    /// What failed is tried again.
    Retry,
    /// Taken out.
    Cancel,
    /// Nobody begins anything new with it; what runs is finished.
    Hold,
    /// No longer held.
    Release,
    /// Its place among those that wait, 0 to 100.
    Priority(u8),
}

/// What became of a wish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Granted {
    /// It is done.
    Done,
    /// It was so before.
    Already,
    /// The state of the shot does not allow it.
    Refused(Refused),
    /// There is no such shot.
    Gone,
}

/// How many shots change in one transaction: more keep workers waiting for their rows.
const AT_ONCE: usize = 50;

/// The image task of a shot.
struct Task {
    taskid: i64,
    tasktype: TaskType,
    state: ImageState,
    worker_id: Option<String>,
    boot_id: Option<String>,
    claim_seq: i64,
    retry_count: u32,
    started_at: Option<Instant>,
}

impl Store {
    /// Does what a person wants of many shots, some at a time: each of them changes whole or not at all, and one that
    /// refuses holds up no other.
    pub async fn grant(&self, wishes: &[(Scenecode, Wish)]) -> Result<Vec<Granted>, Error> {
        let mut answers = Vec::with_capacity(wishes.len());
        for some in wishes.chunks(AT_ONCE) {
            let granted = self
                .write(async |tx| {
                    let mut granted = Vec::with_capacity(some.len());
                    for (scenecode, wish) in some {
                        granted.push(match grant(tx, scenecode, wish).await {
                            Ok(Answer::Applied) => Granted::Done,
                            Ok(Answer::Gone) => Granted::Gone,
                            Ok(Answer::Already | Answer::Stale) => Granted::Already,
                            // A refusal comes before the first write.
                            Err(Error::Refused(refused)) => Granted::Refused(refused),
                            Err(error) => return Err(error),
                        });
                    }
                    Ok(granted)
                })
                .await?;
            answers.extend(granted);
        }
        Ok(answers)
    }

    /// Makes a shot's frames or its clip again. The files that are there stay named until new ones take their place.
    /// A running claim ends uncharged; its late result is stale.
    pub async fn rerun(&self, scenecode: &Scenecode, what: Rerun) -> Result<Answer, Error> {
        self.write(async |tx| grant(tx, scenecode, &Wish::Rerun { what, seed: None }).await).await
    }

    /// Takes a shot out: its frames and its clip, or its clip alone if the frames are there.
    pub async fn cancel(&self, scenecode: &Scenecode) -> Result<Answer, Error> {
        self.write(async |tx| grant(tx, scenecode, &Wish::Cancel).await).await
    }

    /// Forgets the pause that a fault of a waiting shot asked for.
    pub async fn hurry(&self, scenecode: &Scenecode) -> Result<(), Error> {
        self.write(async |tx| {
            tx.execute(&sql::IMAGE_HURRY, args![scenecode]).await?;
            tx.execute(&sql::CLIP_HURRY, args![scenecode]).await.map(drop)
        })
        .await
    }

    /// Tries again what failed: the frames, or, if they are there, the clip that failed or was cancelled.
    pub async fn retry(&self, scenecode: &Scenecode) -> Result<Answer, Error> {
        self.write(async |tx| grant(tx, scenecode, &Wish::Retry).await).await
    }
}

async fn grant(tx: &mut Tx, scenecode: &Scenecode, wish: &Wish) -> Result<Answer, Error> {
    match wish {
        Wish::Hold => return hold(tx, scenecode, 1).await,
        Wish::Release => return hold(tx, scenecode, 0).await,
        Wish::Priority(priority) => return rank(tx, scenecode, *priority).await,
        Wish::Rerun { .. } | Wish::Retry | Wish::Cancel => {}
    }
    let Some(task) = read(tx, scenecode).await? else { return Ok(Answer::Gone) };
    // What the image task refuses, the clip alone may allow: but only if its frames are there.
    let or_clip = async |tx: &mut Tx, event: ImageEvent, clip: ClipEvent| match task.next(&event) {
        Ok(change) => task.apply(tx, scenecode, &change, None).await,
        Err(refused) if task.state == ImageState::Completed => move_clip(tx, scenecode, &clip, refused).await,
        Err(refused) => Err(refused.into()),
    };
    match wish {
        Wish::Rerun { what: Rerun::Clip, .. } => {
            move_clip(tx, scenecode, &ClipEvent::RerunClip, task.refusal("rerun clip")).await?;
        }
        Wish::Rerun { what: Rerun::Frames, seed } => {
            task.apply(tx, scenecode, &task.next(&ImageEvent::Rerun)?, *seed).await?;
        }
        Wish::Rerun { what: Rerun::Frame(side), seed } => {
            task.apply(tx, scenecode, &task.next(&ImageEvent::RerunOne(*side))?, *seed).await?;
        }
        Wish::Cancel => or_clip(tx, ImageEvent::Cancel, ClipEvent::Cancel).await?,
        // A clip without its frames must not become ready.
        Wish::Retry => or_clip(tx, ImageEvent::Retry, ClipEvent::Retry).await?,
        Wish::Hold | Wish::Release | Wish::Priority(_) => {}
    }
    tx.execute(&sql::CONTROL_SEEN, args![scenecode]).await?;
    Ok(Answer::Applied)
}

/// Holds a shot or lets it go. Claims look at the copies in its two rows, which change with it.
async fn hold(tx: &mut Tx, scenecode: &Scenecode, held: i32) -> Result<Answer, Error> {
    let changed = tx.execute(&sql::SHOT_HOLD, args![held, scenecode, held]).await?;
    let there = tx.execute(&sql::IMAGE_HOLD, args![held, scenecode]).await?;
    tx.execute(&sql::CLIP_HOLD, args![held, scenecode]).await?;
    Ok(applied(there, changed))
}

/// Ranks both rows of a shot.
async fn rank(tx: &mut Tx, scenecode: &Scenecode, priority: u8) -> Result<Answer, Error> {
    let values = || args![i32::from(priority), scenecode, i32::from(priority)];
    let there = u64::from(read(tx, scenecode).await?.is_some());
    let frames = tx.execute(&sql::IMAGE_RANK, values()).await?;
    let clips = tx.execute(&sql::CLIP_RANK, values()).await?;
    Ok(applied(there, frames + clips))
}

fn applied(there: u64, changed: u64) -> Answer {
    match (there, changed) {
        (0, _) => Answer::Gone,
        (_, 0) => Answer::Already,
        _ => Answer::Applied,
    }
}

impl Task {
    fn of(row: &Row) -> Result<Task, Error> {
        Ok(Task {
            taskid: row.int("taskid")?,
            tasktype: row.tasktype("tasktype")?,
            state: row.image_state("status")?,
            worker_id: row.maybe_text("worker_id")?,
            boot_id: row.maybe_text("boot_id")?,
            claim_seq: row.int("claim_seq")?,
            retry_count: row.count("retry_count")?,
            started_at: row.maybe_instant("started_at")?,
        })
    }

    /// A person's events look at no interval.
    fn next(&self, event: &ImageEvent) -> Result<ImageChange, Refused> {
        let task = ImageTask { state: self.state, retry_count: self.retry_count };
        next_image(task, event, &Timing::default())
    }

    fn refusal(&self, event: &'static str) -> Refused {
        Refused { state: self.state.as_str(), event }
    }

    /// Moves the image task first and its process row second, as every end of frames does.
    async fn apply(
        &self,
        tx: &mut Tx,
        scenecode: &Scenecode,
        change: &ImageChange,
        seed: Option<u64>,
    ) -> Result<(), Error> {
        let remake = match change.remake {
            Remake::AsBefore => None,
            Remake::Both => Some(""),
            Remake::Only(side) => Some(side.as_str()),
        };
        let values = args![
            change.to.number(),
            change.retry_count,
            change.due_in,
            remake,
            seed.map(u64::cast_signed),
            self.taskid,
            self.claim_seq,
            self.worker_id.as_deref().unwrap_or_default(),
            self.boot_id.as_deref().unwrap_or_default(),
            self.state.number(),
        ];
        if tx.execute(&sql::CONTROL_MOVE, values).await? != 1 {
            // Somebody moved it between the read and the write: the whole transaction runs again.
            return Err(Error::Moved { what: "image task", key: scenecode.to_string() });
        }
        self.log(tx, scenecode, change).await?;
        process_effect(tx, scenecode, change.process, &Timing::default()).await
    }

    async fn log(&self, tx: &mut Tx, scenecode: &Scenecode, change: &ImageChange) -> Result<(), Error> {
        let Some(outcome) = change.outcome else { return Ok(()) };
        let entry = LogEntry {
            stage: Stage::Frames,
            scenecode,
            claim_seq: self.claim_seq,
            worker_id: self.worker_id.as_deref(),
            boot_id: self.boot_id.as_deref(),
            tasktype: Some(&self.tasktype),
            outcome,
            fault: None,
            error: Some("ended by a person"),
            started_at: self.started_at,
            maker: None,
            bytes: None,
            cost: None,
        };
        log_claim(tx, &entry).await
    }
}

async fn read(tx: &mut Tx, scenecode: &Scenecode) -> Result<Option<Task>, Error> {
    tx.row(&sql::CONTROL_IMAGE, args![scenecode]).await?.as_ref().map(Task::of).transpose()
}

/// Moves the process row alone; `without` is the answer if the shot has none.
async fn move_clip(
    tx: &mut Tx,
    scenecode: &Scenecode,
    event: &ClipEvent,
    without: Refused,
) -> Result<(), Error> {
    match move_process(tx, scenecode, event, None, &Timing::default()).await? {
        Moved::Done => Ok(()),
        Moved::Refused(refused) => Err(refused.into()),
        Moved::NoRow => Err(without.into()),
    }
}
