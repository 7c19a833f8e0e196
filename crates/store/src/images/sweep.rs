//! The watchdog's sweep over image claims: page by page, one guarded update for each row.

use rushes_core::{Film, ImageChange, ImageEvent, ImageState, ImageTask, Instant, Stage, next_image};

use crate::log::{LogEntry, NewAlert, alert, log_claim};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Error, Store};

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

/// How the guard reads a beat that is missing.
pub(super) const NO_BEAT: i64 = -1;

/// Which claims a reaper may take.
pub(super) enum Reap<'a> {
    /// Those without a beat for the stale time.
    Stale,
    /// Those of other starts of this worker.
    OtherStarts(&'a crate::Holder),
}

impl Store {
    /// Returns image claims without a beat, and stamps beats that are missing or in the future. Ends the alerts of makers
    /// that work again.
    pub async fn sweep_images(&self, film: &Film) -> Result<ImageSweep, Error> {
        let mut sweep = ImageSweep::default();
        let mut after = 0;
        loop {
            let page = self.rows(&sql::IMAGE_STALE, args![after, film.timing.stale]).await?;
            let Some(last) = page.last() else {
                self.end_maker_alerts().await.map(|_| ()).or_else(passed_over)?;
                return Ok(sweep);
            };
            after = last.int("taskid")?;
            for row in &page {
                let taskid = row.int("taskid")?;
                match self.write(async |tx| reap(tx, taskid, &Reap::Stale, film).await).await {
                    Ok(Reaped::Untouched) => {}
                    Ok(Reaped::Stamped) => sweep.stamped += 1,
                    Ok(Reaped::Returned) => sweep.returned += 1,
                    Ok(Reaped::Failed) => sweep.failed += 1,
                    Err(error) => passed_over(error)?,
                }
            }
        }
    }
}

/// One row that somebody holds up, or that a person wrote as rushes never would, does not keep us from the others.
pub(crate) fn passed_over(error: Error) -> Result<(), Error> {
    if error.is_conflict() || matches!(error, Error::Row { .. }) {
        tracing::warn!(error = &error as &dyn std::error::Error, "a claim is left for the next sweep");
        return Ok(());
    }
    Err(error)
}

pub(super) enum Reaped {
    Untouched,
    Stamped,
    Returned,
    Failed,
}

/// Looks at one row again, under its lock, and takes it back if that is still due.
pub(super) async fn reap(tx: &mut Tx, taskid: i64, which: &Reap<'_>, film: &Film) -> Result<Reaped, Error> {
    let row = match tx.row(&sql::IMAGE_PEEK, args![taskid]).await {
        Ok(Some(row)) => row,
        Ok(None) => return Ok(Reaped::Untouched),
        Err(error) if error.is_row_locked() => return Ok(Reaped::Untouched),
        Err(error) => return Err(error),
    };
    if row.int("status")? != i64::from(ImageState::Processing.number()) {
        return Ok(Reaped::Untouched);
    }
    let now = Instant(row.int("now")?);
    let seq = row.int("claim_seq")?;
    let beat = row.maybe_int("lastbeat")?.map(Instant).filter(|it| it.0 <= now.0 + 60_000);
    match which {
        Reap::Stale => {
            let Some(beat) = beat else {
                // A person's claim has no number of its own yet: the worklog would take it for the one before.
                let number = i64::from(row.maybe_text("boot_id")?.is_none());
                let touched = tx.execute(&sql::IMAGE_STAMP, args![number, taskid, seq]).await?;
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
    let (seq, beat) = (row.int("claim_seq")?, row.maybe_int("lastbeat")?.unwrap_or(NO_BEAT));
    let values = args![change.to.number(), change.retry_count, change.due_in, &error, taskid, seq, beat];
    if tx.execute(&sql::IMAGE_REAP, values).await? == 0 {
        return Ok(Reaped::Untouched);
    }
    log_reaped(tx, row, &change, began, &error).await?;
    Ok(if change.to == ImageState::Failed { Reaped::Failed } else { Reaped::Returned })
}

pub(super) async fn log_reaped(
    tx: &mut Tx,
    row: &Row,
    change: &ImageChange,
    began: bool,
    error: &str,
) -> Result<(), Error> {
    let (scenecode, tasktype) = (row.scenecode("scenecode")?, row.tasktype("tasktype")?);
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
