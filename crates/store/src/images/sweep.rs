//! The watchdog's sweep over image claims: page by page, one guarded update for each row.

use rushes_core::{
    Film, ImageChange, ImageEvent, ImageState, ImageTask, Instant, Scenecode, Stage, next_image,
};

use super::claim::{scenecode_of, tasktype_of};
use super::process::frames_completed;
use crate::log::{LogEntry, NewAlert, alert, log_claim};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Answer, Error, Store};

/// What a sweep over image claims did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImageSweep {
    /// Beats that were missing or in the future, stamped now.
    pub stamped: usize,
    /// Claims taken back.
    pub returned: usize,
    /// Tasks given up.
    pub failed: usize,
}

/// A shot that a person ended: completed, but nobody makes its clip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedByHand {
    /// The row.
    pub taskid: i64,
    /// The shot.
    pub scenecode: Scenecode,
    /// The row's claim number.
    pub claim_seq: i64,
    /// The first frame that the row names, if any.
    pub firstpic: Option<String>,
    /// The last frame that the row names, if any.
    pub secondpic: Option<String>,
}

/// Which claims a reaper may take.
pub(super) enum Reap<'a> {
    /// Those without a beat for the stale time.
    Stale,
    /// Those of other starts of this worker.
    OtherStarts(&'a crate::Holder),
}

impl Store {
    /// Returns image claims without a beat, and stamps beats that are missing or in the future.
    pub async fn sweep_images(&self, film: &Film) -> Result<ImageSweep, Error> {
        let mut sweep = ImageSweep::default();
        let mut after = 0;
        loop {
            let page = self.rows(&sql::IMAGE_STALE, args![after, film.timing.stale]).await?;
            let Some(last) = page.last() else { return Ok(sweep) };
            after = last.int("taskid")?;
            for row in &page {
                let taskid = row.int("taskid")?;
                match self.write(async |tx| reap(tx, taskid, &Reap::Stale, film).await).await? {
                    Reaped::Untouched => {}
                    Reaped::Stamped => sweep.stamped += 1,
                    Reaped::Returned => sweep.returned += 1,
                    Reaped::Failed => sweep.failed += 1,
                }
            }
        }
    }

    /// The shots that a person ended. The caller looks whether their files are there.
    pub async fn ended_by_hand(&self) -> Result<Vec<EndedByHand>, Error> {
        let rows = self.rows(&sql::IMAGE_ENDED_BY_HAND, vec![]).await?;
        let read = |row: &Row| {
            let present = |column| row.maybe_text(column).map(|it| it.filter(|path| !path.is_empty()));
            Ok(EndedByHand {
                taskid: row.int("taskid")?,
                scenecode: scenecode_of(row)?,
                claim_seq: row.int("claim_seq")?,
                firstpic: present("firstpic")?,
                secondpic: present("secondpic")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// The files of a shot that a person ended are there: its clip can be made.
    pub async fn accept_by_hand(&self, ended: &EndedByHand, film: &Film) -> Result<Answer, Error> {
        let (Some(first), Some(last)) = (&ended.firstpic, &ended.secondpic) else { return Ok(Answer::Stale) };
        self.write(async |tx| {
            if tx.execute(&sql::IMAGE_STILL_ENDED, args![ended.taskid, ended.claim_seq]).await? == 0 {
                return Ok(Answer::Stale);
            }
            frames_completed(tx, &ended.scenecode, first, last, &film.timing).await?;
            Ok(Answer::Applied)
        })
        .await
    }

    /// The files of a shot that a person ended are not there: said once.
    pub async fn alert_by_hand(&self, ended: &EndedByHand, message: &str) -> Result<Answer, Error> {
        let kind = rushes_core::AlertKind::NoFiles;
        self.write(async |tx| {
            let told = tx.row(&sql::ALERT_EXISTS, args![&ended.scenecode, kind.as_str()]).await?;
            if told.map(|it| it.int("found")).transpose()?.unwrap_or(0) > 0 {
                return Ok(Answer::Already);
            }
            let new =
                NewAlert { kind, scenecode: Some(&ended.scenecode), worker_id: None, maker: None, message };
            alert(tx, &new).await?;
            Ok(Answer::Applied)
        })
        .await
    }
}

pub(super) enum Reaped {
    Untouched,
    Stamped,
    Returned,
    Failed,
}

/// Looks at one row again, under its lock, and takes it back if that is still due.
pub(super) async fn reap(tx: &mut Tx, taskid: i64, which: &Reap<'_>, film: &Film) -> Result<Reaped, Error> {
    let Some(row) = tx.row(&sql::IMAGE_PEEK, args![taskid]).await? else { return Ok(Reaped::Untouched) };
    if row.int("status")? != i64::from(ImageState::Processing.number()) {
        return Ok(Reaped::Untouched);
    }
    let now = Instant(row.int("now")?);
    let seq = row.int("claim_seq")?;
    let beat = row.maybe_int("lastbeat")?.map(Instant).filter(|it| it.0 <= now.0 + 60_000);
    match which {
        Reap::Stale => {
            let Some(beat) = beat else {
                let touched = tx.execute(&sql::IMAGE_STAMP, args![taskid, seq]).await?;
                return Ok(if touched == 1 { Reaped::Stamped } else { Reaped::Untouched });
            };
            if now.since(beat) <= film.timing.stale {
                return Ok(Reaped::Untouched);
            }
        }
        Reap::OtherStarts(holder) => {
            let boot = row.maybe_text("boot_id")?;
            let ours = row.maybe_text("worker_id")?.as_deref() == Some(holder.worker_id.as_str());
            if !ours || boot.is_none() || boot.as_deref() == Some(holder.boot_id.as_str()) {
                return Ok(Reaped::Untouched);
            }
        }
    }
    take_back(tx, taskid, &row, film).await
}

async fn take_back(tx: &mut Tx, taskid: i64, row: &Row, film: &Film) -> Result<Reaped, Error> {
    let retry_count = u32::try_from(row.int("retry_count")?).unwrap_or(0);
    let task = ImageTask { state: ImageState::Processing, retry_count };
    // A person's claim has no start of its own; the articles charge it like any other.
    let began = row.maybe_int("started_at")?.is_some() || row.maybe_text("boot_id")?.is_none();
    let change = next_image(task, &ImageEvent::Reap { began, chance: rand::random() }, &film.timing)?;
    let holder = row.maybe_text("worker_id")?.unwrap_or_default();
    let error = format!("worker `{holder}` stopped beating");
    let (seq, beat) = (row.int("claim_seq")?, row.maybe_int("lastbeat")?);
    let values = args![change.to.number(), change.retry_count, change.due_in, &error, taskid, seq, beat];
    if tx.execute(&sql::IMAGE_REAP, values).await? == 0 {
        return Ok(Reaped::Untouched);
    }
    log_reaped(tx, row, &change, began, &error).await?;
    Ok(if change.to == ImageState::Failed { Reaped::Failed } else { Reaped::Returned })
}

async fn log_reaped(
    tx: &mut Tx,
    row: &Row,
    change: &ImageChange,
    began: bool,
    error: &str,
) -> Result<(), Error> {
    let (scenecode, tasktype) = (scenecode_of(row)?, tasktype_of(row)?);
    let (worker_id, boot_id) = (row.maybe_text("worker_id")?, row.maybe_text("boot_id")?);
    if let Some(outcome) = change.outcome {
        let entry = LogEntry {
            stage: Stage::Frames,
            scenecode: &scenecode,
            claim_seq: row.int("claim_seq")?,
            worker_id: worker_id.as_deref(),
            boot_id: boot_id.as_deref(),
            tasktype: Some(&tasktype),
            outcome,
            fault: began.then_some("dead"),
            error: Some(error),
            started_at: row.maybe_int("started_at")?.map(Instant),
            maker: None,
            bytes: None,
            cost: None,
        };
        log_claim(tx, &entry).await?;
    }
    if let Some(kind) = change.alert {
        let worker_id = worker_id.as_deref();
        let new = NewAlert { kind, scenecode: Some(&scenecode), worker_id, maker: None, message: error };
        alert(tx, &new).await?;
    }
    Ok(())
}
