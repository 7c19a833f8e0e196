//! What the end of a shot's frames does to its process row, in the same transaction.

use rushes_core::{
    ClipEvent, ClipState, ClipTask, Instant, ProcessEffect, Refused, Scenecode, Stage, Timing, next_clip,
};

use crate::Error;
use crate::clips::submission_unused;
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
    let frames = Some((firstpic, secondpic));
    move_process(tx, scenecode, &ClipEvent::FramesCompleted, frames, timing).await.map(drop)
}

/// Cancels the process row or lets it wait; a shot without one has nothing to move.
pub(crate) async fn process_effect(
    tx: &mut Tx,
    scenecode: &Scenecode,
    effect: ProcessEffect,
    timing: &Timing,
) -> Result<(), Error> {
    let event = match effect {
        ProcessEffect::Keep | ProcessEffect::MakeReady => return Ok(()),
        ProcessEffect::MakeWaiting => ClipEvent::RerunFrames,
        ProcessEffect::Cancel => ClipEvent::Cancel,
    };
    // A clip that is done or cancelled stays as it is when its frames are cancelled.
    move_process(tx, scenecode, &event, None, timing).await.map(drop)
}

/// What became of the wish to move a process row.
pub(crate) enum Moved {
    /// It is moved.
    Done,
    /// The shot has none.
    NoRow,
    /// Its state does not allow it.
    Refused(Refused),
}

/// Moves a process row to its beginning, its waiting or its end, whoever holds it; `frames` are its new ones.
pub(crate) async fn move_process(
    tx: &mut Tx,
    scenecode: &Scenecode,
    event: &ClipEvent,
    frames: Option<(&str, &str)>,
    timing: &Timing,
) -> Result<Moved, Error> {
    let Some(row) = tx.row(&sql::PROCESS_READ, args![scenecode]).await? else { return Ok(Moved::NoRow) };
    let state = row.clip_state("status", "task_lock")?;
    let task = ClipTask { state, retry_count: row.count("retry_count")? };
    let change = match next_clip(task, event, timing) {
        Ok(change) => change,
        Err(refused) => return Ok(Moved::Refused(refused)),
    };
    let (first, last) = frames.map_or((None, None), |(first, last)| (Some(first), Some(last)));
    // Only a ready row can be locked, by the articles' own words too.
    let task_lock = i64::from(change.to != ClipState::Ready);
    let values = args![
        change.to.status(),
        first,
        last,
        change.retry_count,
        task_lock,
        scenecode,
        row.int("claim_seq")?,
        row.text("status")?,
        row.int("task_lock")?,
    ];
    if tx.execute(&sql::PROCESS_RESET, values).await? != 1 {
        // Somebody moved it between the read and the write: told as a conflict, the whole transaction runs again.
        return Err(Error::Moved { what: "process row", key: scenecode.to_string() });
    }
    if let (ClipState::Submitted, Some(submission)) = (state, row.maybe_int("submission")?) {
        submission_unused(tx, submission).await?;
    }
    if let Some(outcome) = change.outcome {
        end_clip_claim(tx, scenecode, &row, outcome).await?;
    }
    Ok(Moved::Done)
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
