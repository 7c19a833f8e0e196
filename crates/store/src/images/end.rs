//! The one guard through which every end of an image claim by its holder goes.

use rushes_core::{
    AlertKind, Film, ImageChange, ImageEvent, ImageState, ImageTask, Outcome, Stage, Timing, next_image,
};

use super::process::{frames_completed, process_effect};
use crate::log::{LogEntry, NewAlert, alert, log_claim};
use crate::row::{Row, args};
use crate::sql;
use crate::text::error_text;
use crate::transaction::Tx;
use crate::{Answer, Error, Frames, ImageClaim, ImageEnd, ImageEnding, Store};

impl Store {
    /// Ends claims, all in one transaction; the answers stand in the order of the ends.
    ///
    /// The files of a confirm are in place before; nothing here touches a file or a network.
    pub async fn end_images(&self, ends: &[ImageEnd], film: &Film) -> Result<Vec<Answer>, Error> {
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_by_key(|at| ends[*at].claim.taskid);
        self.write(async |tx| {
            let mut answers = vec![Answer::Gone; ends.len()];
            for at in &order {
                answers[*at] = end_image(tx, &ends[*at], &film.timing).await?;
            }
            Ok(answers)
        })
        .await
    }
}

async fn end_image(tx: &mut Tx, end: &ImageEnd, timing: &Timing) -> Result<Answer, Error> {
    let task = ImageTask { state: ImageState::Processing, retry_count: end.claim.retry_count };
    let change = next_image(task, &event_of(&end.ending), timing)?;
    let touched = match &end.ending {
        ImageEnding::Confirm(frames) => confirm(tx, &end.claim, frames).await?,
        ImageEnding::Fault { fault, .. } => leave(tx, &end.claim, &change, Some(&fault.message)).await?,
        ImageEnding::Release => leave(tx, &end.claim, &change, None).await?,
    };
    if touched == 0 {
        return why_untouched(tx, end).await;
    }
    log_claim(tx, &entry_of(end, change.outcome.unwrap_or(Outcome::Released))).await?;
    if let (Some(kind), ImageEnding::Fault { fault, .. }) = (change.alert, &end.ending) {
        raise(tx, &end.claim, kind, &end.maker, &fault.message).await?;
    }
    if let ImageEnding::Confirm(frames) = &end.ending {
        frames_completed(tx, &end.claim.scenecode, &frames.firstpic, &frames.secondpic, timing).await?;
    } else {
        process_effect(tx, &end.claim.scenecode, change.process, timing).await?;
    }
    Ok(Answer::Applied)
}

fn event_of(ending: &ImageEnding) -> ImageEvent {
    match ending {
        ImageEnding::Confirm(_) => ImageEvent::Confirm,
        ImageEnding::Fault { fault, chance } => {
            ImageEvent::Fault { class: fault.class, wait: fault.retry_after, chance: *chance }
        }
        ImageEnding::Release => ImageEvent::Release,
    }
}

async fn confirm(tx: &mut Tx, claim: &ImageClaim, frames: &Frames) -> Result<u64, Error> {
    let values = args![
        &frames.firstpic,
        &frames.secondpic,
        &frames.first_sha256,
        &frames.second_sha256,
        frames.first_seed,
        frames.second_seed,
        claim.taskid,
        claim.claim_seq,
        &claim.holder.worker_id,
        &claim.holder.boot_id,
    ];
    tx.execute(&sql::IMAGE_CONFIRM, values).await
}

async fn leave(
    tx: &mut Tx,
    claim: &ImageClaim,
    change: &ImageChange,
    error: Option<&str>,
) -> Result<u64, Error> {
    let values = args![
        change.to.number(),
        change.retry_count,
        change.due_in,
        error.map(error_text),
        claim.taskid,
        claim.claim_seq,
        &claim.holder.worker_id,
        &claim.holder.boot_id,
    ];
    tx.execute(&sql::IMAGE_LEAVE, values).await
}

/// The worklog row of a claim that ends like this.
fn entry_of(end: &ImageEnd, outcome: Outcome) -> LogEntry<'_> {
    let (fault, error, bytes) = match &end.ending {
        ImageEnding::Confirm(frames) => (None, None, Some(frames.bytes)),
        ImageEnding::Fault { fault, .. } => (Some(fault.class.as_str()), Some(fault.message.as_str()), None),
        ImageEnding::Release => (None, None, None),
    };
    LogEntry {
        stage: Stage::Frames,
        scenecode: &end.claim.scenecode,
        claim_seq: end.claim.claim_seq,
        worker_id: Some(end.claim.holder.worker_id.as_str()),
        boot_id: Some(end.claim.holder.boot_id.as_str()),
        tasktype: Some(&end.claim.tasktype),
        outcome,
        fault,
        error,
        started_at: end.claim.started_at,
        maker: Some(&end.maker),
        bytes,
        cost: None,
    }
}

async fn raise(
    tx: &mut Tx,
    claim: &ImageClaim,
    kind: AlertKind,
    maker: &str,
    message: &str,
) -> Result<(), Error> {
    let new = NewAlert {
        kind,
        scenecode: Some(&claim.scenecode),
        worker_id: Some(claim.holder.worker_id.as_str()),
        maker: Some(maker),
        message,
    };
    alert(tx, &new).await
}

/// The guard held nothing: this claim ended before, or somebody else moved the row, or it is gone.
async fn why_untouched(tx: &mut Tx, end: &ImageEnd) -> Result<Answer, Error> {
    let claim = &end.claim;
    let key = args![Stage::Frames.as_str(), &claim.scenecode, claim.claim_seq];
    if let Some(row) = tx.row(&sql::LOG_OF_CLAIM, key).await? {
        return Ok(if ended_by(&row, end)? { Answer::Already } else { Answer::Stale });
    }
    let Some(row) = tx.row(&sql::IMAGE_THERE, args![claim.taskid]).await? else { return Ok(Answer::Gone) };
    let (seq, held) = (row.int("claim_seq")?, row.image_state("status")? == ImageState::Processing);
    // A person who moved the row by typing SQL has not logged it. A number that the row carries now, or will carry,
    // is for its holder to log.
    if seq > claim.claim_seq || (seq == claim.claim_seq && !held) {
        log_claim(tx, &entry_of(end, Outcome::Lost)).await?;
    }
    Ok(Answer::Stale)
}

/// Whether the worklog's row says that this claim was ended by its own holder, and not otherwise than a confirm asks.
fn ended_by(logged: &Row, end: &ImageEnd) -> Result<bool, Error> {
    let holder = &end.claim.holder;
    let ours = logged.maybe_text("worker_id")?.as_deref() == Some(holder.worker_id.as_str())
        && logged.maybe_text("boot_id")?.as_deref() == Some(holder.boot_id.as_str());
    let outcome = logged.text("outcome")?;
    Ok(match &end.ending {
        ImageEnding::Confirm(_) => ours && outcome == Outcome::Done.as_str(),
        ImageEnding::Fault { .. } | ImageEnding::Release => ours && outcome != Outcome::Lost.as_str(),
    })
}
