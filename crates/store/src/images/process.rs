//! What the end of a shot's frames does to its process row, in the same transaction.

use rushes_core::{
    ClipEvent, ClipState, ClipTask, Instant, ProcessEffect, Scenecode, Stage, Timing, next_clip,
};

use crate::Error;
use crate::log::{LogEntry, log_claim};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;

/// The frames of a shot are complete: its process row is made, or begins anew.
pub(crate) async fn frames_completed(
    tx: &mut Tx,
    scenecode: &Scenecode,
    firstpic: &str,
    secondpic: &str,
    timing: &Timing,
) -> Result<(), Error> {
    if tx.row(&sql::PROCESS_READ, args![scenecode]).await?.is_none() {
        let values = args![scenecode, firstpic, secondpic, scenecode];
        if tx.execute(&sql::PROCESS_INSERT, values).await? == 1 {
            return Ok(());
        }
    }
    move_process(tx, scenecode, &ClipEvent::FramesCompleted, Some((firstpic, secondpic)), timing).await
}

/// Cancels the process row or lets it wait; a shot without one has nothing to move.
pub(crate) async fn process_effect(
    tx: &mut Tx,
    scenecode: &Scenecode,
    effect: ProcessEffect,
    timing: &Timing,
) -> Result<(), Error> {
    match effect {
        ProcessEffect::Keep | ProcessEffect::MakeReady => Ok(()),
        ProcessEffect::MakeWaiting => {
            move_process(tx, scenecode, &ClipEvent::RerunFrames, None, timing).await
        }
        ProcessEffect::Cancel => move_process(tx, scenecode, &ClipEvent::Cancel, None, timing).await,
    }
}

async fn move_process(
    tx: &mut Tx,
    scenecode: &Scenecode,
    event: &ClipEvent,
    frames: Option<(&str, &str)>,
    timing: &Timing,
) -> Result<(), Error> {
    let Some(row) = tx.row(&sql::PROCESS_READ, args![scenecode]).await? else { return Ok(()) };
    let status = row.text("status")?;
    let state = ClipState::from_row(&status, row.int("task_lock")?).ok_or_else(|| Error::Row {
        column: "status",
        expected: "a state of a clip",
        got: status,
    })?;
    let task = ClipTask { state, retry_count: u32::try_from(row.int("retry_count")?).unwrap_or(0) };
    // A clip that is done or cancelled stays as it is when its frames are cancelled.
    let Ok(change) = next_clip(task, event, timing) else { return Ok(()) };
    if let Some(outcome) = change.outcome {
        end_clip_claim(tx, scenecode, &row, outcome).await?;
    }
    let (first, last) = frames.map_or((None, None), |(first, last)| (Some(first), Some(last)));
    let seq = row.int("claim_seq")?;
    let values = args![change.to.status(), first, last, change.retry_count, scenecode, seq];
    if tx.execute(&sql::PROCESS_RESET, values).await? == 1 {
        return Ok(());
    }
    // Somebody moved it between the read and the write: told as a conflict, the whole transaction runs again.
    Err(Error::Moved { what: "process row", key: scenecode.to_string() })
}

/// A clip claim that ends because its frames are made anew, or were cancelled by a person.
async fn end_clip_claim(
    tx: &mut Tx,
    scenecode: &Scenecode,
    row: &Row,
    outcome: rushes_core::Outcome,
) -> Result<(), Error> {
    let (worker_id, boot_id) = (row.maybe_text("worker_id")?, row.maybe_text("boot_id")?);
    let maker = row.maybe_text("maker")?;
    let entry = LogEntry {
        stage: Stage::Clip,
        scenecode,
        claim_seq: row.int("claim_seq")?,
        worker_id: worker_id.as_deref(),
        boot_id: boot_id.as_deref(),
        tasktype: None,
        outcome,
        fault: None,
        error: None,
        started_at: row.maybe_int("submitted_at")?.map(Instant),
        maker: maker.as_deref(),
        bytes: None,
        cost: None,
    };
    log_claim(tx, &entry).await
}
