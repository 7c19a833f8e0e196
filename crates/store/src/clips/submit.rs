//! From the lock to the platform's answer.

use rushes_core::{AlertKind, ClipEvent, ClipState, Film, Outcome, Stage, next_clip};

use super::ended::{Ending, record};
use super::ledger::{self, Submission, SubmissionOutcome};
use super::row::{Claim, ClipRow, LEFT, held, read};
use super::types::{AcceptedClip, ClipLock, LockEnding};
use crate::log::{LogEntry, NewAlert, alert, log_claim};
use crate::maker::heed;
use crate::row::args;
use crate::sql;
use crate::text::clean;
use crate::transaction::Tx;
use crate::{Answer, Error, Store};

impl ClipLock {
    fn claim(&self) -> Claim<'_> {
        Claim {
            scenecode: &self.scenecode,
            claim_seq: self.claim_seq,
            holder: &self.holder,
            state: ClipState::Locked,
        }
    }
}

impl Store {
    /// Writes the video prompt into a locked row.
    pub async fn fill_aiwords(&self, lock: &ClipLock, aiwords: &str) -> Result<Answer, Error> {
        self.write(async |tx| match held(tx, &lock.claim(), LEFT).await? {
            Err(answer) => Ok(answer),
            Ok(row) => {
                row.write(tx, &sql::CLIP_AIWORDS, args![clean(aiwords)]).await?;
                Ok(Answer::Applied)
            }
        })
        .await
    }

    /// Marks that the call to the platform begins. Only after `Applied` may it be made: whoever takes the lock back
    /// from now on counts the submission as perhaps paid.
    pub async fn submission_sent(&self, lock: &ClipLock) -> Result<Answer, Error> {
        self.write(async |tx| match held(tx, &lock.claim(), LEFT).await? {
            Err(answer) => Ok(answer),
            Ok(row) => {
                row.write(tx, &sql::CLIP_TOUCH, vec![]).await?;
                let touched = tx.execute(&sql::SUBMISSION_SENT, args![lock.submission]).await?;
                Ok(if touched == 1 { Answer::Applied } else { Answer::Already })
            }
        })
        .await
    }

    /// The platform took the submission of this lock.
    pub async fn accept_clip(
        &self,
        lock: &ClipLock,
        accepted: &AcceptedClip,
        film: &Film,
    ) -> Result<Answer, Error> {
        self.settle_submission(lock.submission, accepted, film).await
    }

    /// The platform took the submission with this number in the ledger; also for an answer that was found in a spool.
    ///
    /// The id is stored first and by itself, so that nothing which happens to the process row can keep it out.
    pub async fn settle_submission(
        &self,
        submission: i64,
        accepted: &AcceptedClip,
        film: &Film,
    ) -> Result<Answer, Error> {
        self.write(async |tx| ledger::answer(tx, submission, accepted).await).await?;
        self.write(async |tx| match ledger::read(tx, submission).await? {
            Some(submission) => take_up(tx, &submission, accepted, film).await,
            None => {
                // The database came back from an older copy of itself: the id stands at least in the alert.
                tell_unused(tx, None, accepted).await?;
                Ok(Answer::Gone)
            }
        })
        .await
    }

    /// A platform's id whose submission the ledger does not have stands at least in an alert.
    pub async fn answer_of_nobody(&self, accepted: &AcceptedClip) -> Result<(), Error> {
        self.write(async |tx| tell_unused(tx, None, accepted).await).await
    }

    /// Ends a lock for which there is no platform id.
    pub async fn end_lock(&self, lock: &ClipLock, ending: &LockEnding, film: &Film) -> Result<Answer, Error> {
        self.write(async |tx| {
            if let LockEnding::Fault { fault, .. } = ending {
                heed(tx, &lock.maker, fault).await?;
            }
            let answer = match held(tx, &lock.claim(), LEFT).await? {
                Err(answer) => answer,
                Ok(row) => end(tx, &row, lock, ending, film).await?,
            };
            // What is known of the call is kept, whatever became of the claim.
            let called = ledger::read(tx, lock.submission).await?.is_some_and(|it| it.sent_at.is_some());
            let (outcome, said) = known_of(ending, called);
            ledger::end(tx, lock.submission, outcome, said).await?;
            Ok(answer)
        })
        .await
    }
}

/// Moves a locked row to what its answered submission says; a row that is somebody else's stays as it is.
async fn take_up(
    tx: &mut Tx,
    submission: &Submission,
    accepted: &AcceptedClip,
    film: &Film,
) -> Result<Answer, Error> {
    let claim = Claim {
        scenecode: &submission.scenecode,
        claim_seq: submission.claim_seq,
        holder: &submission.holder,
        state: ClipState::Locked,
    };
    let row = read(tx, claim.scenecode).await?;
    if let Some(row) = row.as_ref().filter(|row| row.is_held_by(&claim)) {
        resume(tx, row, submission, film).await?;
        return Ok(Answer::Applied);
    }
    if row.is_some_and(|row| row.submission == Some(submission.id) && row.vdurl == submission.vdurl) {
        return Ok(Answer::Already);
    }
    if submission.outcome != SubmissionOutcome::Unused {
        ledger::unused(tx, submission.id).await?;
        tell_unused(tx, Some(submission), accepted).await?;
        log_lost(tx, submission).await?;
    }
    Ok(Answer::Stale)
}

/// A locked row whose platform id is in the ledger is polled from now on.
pub(super) async fn resume(
    tx: &mut Tx,
    row: &ClipRow,
    submission: &Submission,
    film: &Film,
) -> Result<(), Error> {
    next_clip(row.task(), &ClipEvent::Accepted, &film.timing)?;
    let reach = submission.reach.as_ref().map(|it| it.as_str());
    let values = args![submission.vdurl.as_deref(), submission.maker_ref.as_deref(), reach, film.timing.poll];
    row.write(tx, &sql::CLIP_SUBMIT, values).await
}

/// What the ledger says of an ending. A fault that was met before the call is none of the platform's.
fn known_of(ending: &LockEnding, called: bool) -> (SubmissionOutcome, Option<&str>) {
    match ending {
        LockEnding::NotSent => (SubmissionOutcome::NotSent, None),
        LockEnding::Fault { fault, .. } if !called => (SubmissionOutcome::NotSent, Some(&fault.message)),
        LockEnding::Fault { fault, .. } => (SubmissionOutcome::Refused, Some(&fault.message)),
        LockEnding::Unknown { message } => (SubmissionOutcome::Unknown, Some(message)),
    }
}

async fn end(
    tx: &mut Tx,
    row: &ClipRow,
    lock: &ClipLock,
    ending: &LockEnding,
    film: &Film,
) -> Result<Answer, Error> {
    let (event, fault) = match ending {
        LockEnding::NotSent => (ClipEvent::Unlock, None),
        LockEnding::Fault { fault, chance } => {
            let event = ClipEvent::Fault { class: fault.class, wait: fault.retry_after, chance: *chance };
            (event, Some(fault.class))
        }
        LockEnding::Unknown { .. } => {
            (ClipEvent::Unanswered { intent: true, on_unknown: film.on_unknown }, None)
        }
    };
    let change = next_clip(row.task(), &event, &film.timing)?;
    let submission = ledger::read(tx, lock.submission).await?;
    let called = submission.as_ref().is_some_and(|it| it.sent_at.is_some());
    let (_, message) = known_of(ending, called);
    row.leave(tx, &change, message).await?;
    let began = submission.map(|it| it.intent_at);
    record(tx, row, &change, &Ending { fault, message, began, ..Ending::default() }).await?;
    Ok(Answer::Applied)
}

async fn tell_unused(
    tx: &mut Tx,
    submission: Option<&Submission>,
    accepted: &AcceptedClip,
) -> Result<(), Error> {
    if accepted.free {
        return Ok(());
    }
    let message = format!(
        "the platform took the clip as `{}`, but its shot was moved meanwhile: paid, not used",
        accepted.vdurl
    );
    let new = NewAlert {
        kind: AlertKind::PaidNotUsed,
        scenecode: submission.map(|it| &it.scenecode),
        worker_id: submission.map(|it| it.holder.worker_id.as_str()),
        maker: submission.map(|it| it.maker.as_str()),
        message: &message,
    };
    alert(tx, &new).await
}

async fn log_lost(tx: &mut Tx, submission: &Submission) -> Result<(), Error> {
    let entry = LogEntry {
        stage: Stage::Clip,
        scenecode: &submission.scenecode,
        claim_seq: submission.claim_seq,
        worker_id: Some(submission.holder.worker_id.as_str()),
        boot_id: Some(submission.holder.boot_id.as_str()),
        tasktype: None,
        outcome: Outcome::Lost,
        fault: None,
        error: Some("somebody else moved the row before the platform answered"),
        started_at: Some(submission.intent_at),
        maker: Some(&submission.maker),
        bytes: None,
        cost: submission.cost,
    };
    log_claim(tx, &entry).await
}
