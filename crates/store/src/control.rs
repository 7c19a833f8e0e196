//! What a person wants of one shot: make it again, take it out, try it again.

use rushes_core::{
    ClipEvent, ImageChange, ImageEvent, ImageState, ImageTask, Instant, Refused, Scenecode, Stage, TaskType,
    Timing, next_image,
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
    /// The clip alone, from the frames that are there.
    Clip,
}

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
    /// Makes a shot's frames or its clip again. The files that are there stay named until new ones take their place.
    /// A running claim ends uncharged; its late result is stale.
    pub async fn rerun(&self, scenecode: &Scenecode, what: Rerun) -> Result<Answer, Error> {
        self.write(async |tx| {
            let Some(task) = read(tx, scenecode).await? else { return Ok(Answer::Gone) };
            match what {
                Rerun::Frames => {
                    let change = task.next(&ImageEvent::Rerun)?;
                    task.apply(tx, scenecode, &change).await?;
                }
                Rerun::Clip => {
                    move_clip(tx, scenecode, &ClipEvent::RerunClip, task.refusal("rerun clip")).await?
                }
            }
            Ok(Answer::Applied)
        })
        .await
    }

    /// Takes a shot out: its frames and its clip, or its clip alone if the frames are there.
    pub async fn cancel(&self, scenecode: &Scenecode) -> Result<Answer, Error> {
        self.write(async |tx| {
            let Some(task) = read(tx, scenecode).await? else { return Ok(Answer::Gone) };
            match task.next(&ImageEvent::Cancel) {
                Ok(change) => task.apply(tx, scenecode, &change).await?,
                Err(refused) if task.state == ImageState::Completed => {
                    move_clip(tx, scenecode, &ClipEvent::Cancel, refused).await?;
                }
                Err(refused) => return Err(refused.into()),
            }
            Ok(Answer::Applied)
        })
        .await
    }

    /// Tries again what failed: the frames, or, if they are there, the clip that failed or was cancelled.
    pub async fn retry(&self, scenecode: &Scenecode) -> Result<Answer, Error> {
        self.write(async |tx| {
            let Some(task) = read(tx, scenecode).await? else { return Ok(Answer::Gone) };
            match task.next(&ImageEvent::Retry) {
                Ok(change) => task.apply(tx, scenecode, &change).await?,
                // A clip without its frames must not become ready: only completed ones will do.
                Err(refused) if task.state == ImageState::Completed => {
                    move_clip(tx, scenecode, &ClipEvent::Retry, refused).await?;
                }
                Err(refused) => return Err(refused.into()),
            }
            Ok(Answer::Applied)
        })
        .await
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
    async fn apply(&self, tx: &mut Tx, scenecode: &Scenecode, change: &ImageChange) -> Result<(), Error> {
        let values = args![
            change.to.number(),
            change.retry_count,
            change.due_in,
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
