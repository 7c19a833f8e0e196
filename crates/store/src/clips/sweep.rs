//! The watchdog's sweep over clips: page by page, one guarded transaction for each row.

use rushes_core::{AlertKind, ClipEvent, ClipState, Film, OnUnknown, Scenecode, next_clip};

use super::ended::{Ending, record};
use super::ledger::{self, Submission, SubmissionOutcome};
use super::row::{ClipRow, peek};
use super::submit::resume;
use super::types::ClipSweep;
use crate::images::{Taken, passed_over, take};
use crate::log::{NewAlert, alert};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Error, Store};

/// A time so far ahead of the clock is none.
const AHEAD: i64 = 60_000;

/// What is looked at in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Lock,
    Reach,
}

/// What became of one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swept {
    Untouched,
    Stamped,
    Returned,
    Held,
    Resumed,
    Vanished,
}

impl Store {
    /// Takes back locks without a sign of life, and submitted clips that nobody can reach any more.
    pub async fn sweep_clips(&self, film: &Film) -> Result<ClipSweep, Error> {
        let mut sweep = ClipSweep::default();
        self.sweep_locks(film, &mut sweep).await?;
        self.sweep_out_of_reach(film, &mut sweep).await?;
        self.sweep_intents(film, &mut sweep).await?;
        self.adopt_submitted(film, &mut sweep).await?;
        Ok(sweep)
    }

    async fn sweep_locks(&self, film: &Film, sweep: &mut ClipSweep) -> Result<(), Error> {
        let mut after = String::new();
        loop {
            let page = self.rows(&sql::CLIP_STALE_LOCKS, args![&after, film.timing.lock]).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.text("scenecode")?;
            for row in &page {
                sweep.add(self.look(row, Look::Lock, film).await?);
            }
        }
    }

    async fn sweep_out_of_reach(&self, film: &Film, sweep: &mut ClipSweep) -> Result<(), Error> {
        let mut after = String::new();
        loop {
            let page = self.rows(&sql::CLIP_OUT_OF_REACH, args![film.timing.stale, &after]).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.text("scenecode")?;
            for row in &page {
                sweep.add(self.look(row, Look::Reach, film).await?);
            }
        }
    }

    /// Looks at one row of a page again. One that is held up, or that a person wrote as rushes never would, does not keep
    /// the sweep from the others.
    async fn look(&self, row: &Row, look: Look, film: &Film) -> Result<Swept, Error> {
        let scenecode = match row.scenecode("scenecode") {
            Ok(scenecode) => scenecode,
            Err(error) => return passed_over(error).map(|()| Swept::Untouched),
        };
        let looked = self
            .write(async |tx| match look {
                Look::Lock => look_at_lock(tx, &scenecode, film).await,
                Look::Reach => look_at_reach(tx, &scenecode, film).await,
            })
            .await;
        looked.or_else(|error| passed_over(error).map(|()| Swept::Untouched))
    }

    /// Intents whose row a person moved, and whose worker never said how the call ended.
    async fn sweep_intents(&self, film: &Film, sweep: &mut ClipSweep) -> Result<(), Error> {
        let mut after = 0;
        loop {
            let page = self.rows(&sql::SUBMISSION_ABANDONED, args![film.timing.lock, after]).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.int("id")?;
            for row in &page {
                let id = row.int("id")?;
                match self.write(async |tx| abandon_intent(tx, id, film).await).await {
                    Ok(ended) => sweep.abandoned += usize::from(ended),
                    Err(error) => passed_over(error)?,
                }
            }
        }
    }

    /// Clips that a person submitted by hand, in the words of the articles: the film's maker is asked about them.
    async fn adopt_submitted(&self, film: &Film, sweep: &mut ClipSweep) -> Result<(), Error> {
        let mut after = String::new();
        loop {
            let page = self.rows(&sql::CLIP_WITHOUT_MAKER, args![&after]).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.text("scenecode")?;
            for row in &page {
                let by_key = args![&film.clip_maker, row.text("scenecode")?, row.int("claim_seq")?];
                let taken = self.write(async |tx| take(tx, &sql::CLIP_ADOPT, by_key.clone()).await).await?;
                sweep.adopted += usize::from(taken == Taken::Ours);
            }
        }
    }
}

impl ClipSweep {
    fn add(&mut self, swept: Swept) {
        match swept {
            Swept::Untouched => {}
            Swept::Stamped => self.stamped += 1,
            Swept::Returned => self.returned += 1,
            Swept::Held => self.held += 1,
            Swept::Resumed => self.resumed += 1,
            Swept::Vanished => self.vanished += 1,
        }
    }
}

/// Looks at one lock again, under its row lock, and takes it back if that is still due.
async fn look_at_lock(tx: &mut Tx, scenecode: &Scenecode, film: &Film) -> Result<Swept, Error> {
    let Some(row) = peek(tx, scenecode).await? else { return Ok(Swept::Untouched) };
    if row.state != ClipState::Locked {
        return Ok(Swept::Untouched);
    }
    // A person's lock has no time of ours, or one of an age ago: it is counted from the first sweep that sees it.
    let Some(touched) = row.last_update_time.filter(|it| it.0 <= row.now.0 + AHEAD) else {
        let number = i64::from(row.boot_id.is_none());
        row.write(tx, &sql::CLIP_STAMP, args![number]).await?;
        return Ok(Swept::Stamped);
    };
    if row.now.since(touched) <= film.timing.lock {
        return Ok(Swept::Untouched);
    }
    take_back(tx, &row, film).await
}

/// Takes a lock from a holder that no longer answers.
pub(super) async fn take_back(tx: &mut Tx, row: &ClipRow, film: &Film) -> Result<Swept, Error> {
    let submission = submission_of(tx, row).await?;
    if let Some(submission) = submission.as_ref().filter(|it| it.vdurl.is_some()) {
        resume(tx, row, submission, film).await?;
        return Ok(Swept::Resumed);
    }
    // Without our start in the row a person locked it, and may have submitted it; ours says when the call began.
    let intent = submission.as_ref().is_none_or(|it| it.sent_at.is_some());
    let event = ClipEvent::Unanswered { intent, on_unknown: film.on_unknown };
    let change = next_clip(row.task(), &event, &film.timing)?;
    let message = unanswered(row, intent);
    row.leave(tx, &change, Some(&message)).await?;
    if let Some(submission) = &submission {
        let outcome = if intent { SubmissionOutcome::Unknown } else { SubmissionOutcome::NotSent };
        ledger::end(tx, submission.id, outcome, Some(&message)).await?;
    }
    let began = submission.map(|it| it.intent_at);
    record(tx, row, &change, &Ending { message: Some(&message), began, ..Ending::default() }).await?;
    Ok(if change.to == ClipState::Ready { Swept::Returned } else { Swept::Held })
}

async fn submission_of(tx: &mut Tx, row: &ClipRow) -> Result<Option<Submission>, Error> {
    match (&row.boot_id, row.submission) {
        (Some(_), Some(id)) => ledger::read(tx, id).await,
        (None, _) | (Some(_), None) => Ok(None),
    }
}

fn unanswered(row: &ClipRow, intent: bool) -> String {
    match (&row.worker_id, &row.boot_id) {
        (Some(worker), Some(_)) if intent => {
            format!("worker `{worker}` called the platform and never said what came of it: perhaps paid")
        }
        (Some(worker), Some(_)) => format!("worker `{worker}` locked the clip and was not heard of again"),
        _ => "a person locked the clip and never said what came of it: perhaps paid".to_owned(),
    }
}

/// Looks at one submitted clip again, under its row lock, and lets it go if its only reach is gone.
async fn look_at_reach(tx: &mut Tx, scenecode: &Scenecode, film: &Film) -> Result<Swept, Error> {
    let Some(row) = peek(tx, scenecode).await? else { return Ok(Swept::Untouched) };
    let (ClipState::Submitted, Some(reach)) = (row.state, &row.reach) else { return Ok(Swept::Untouched) };
    let lives = tx.row(&sql::CLIP_BOOT_LIVES, args![reach, film.timing.stale]).await?;
    if lives.expect("a COUNT without GROUP BY answers one row").int("lives")? > 0 {
        return Ok(Swept::Untouched);
    }
    vanish(tx, &row, film).await
}

/// A clip that only one process could reach is gone with it: uncharged, and free.
pub(super) async fn vanish(tx: &mut Tx, row: &ClipRow, film: &Film) -> Result<Swept, Error> {
    let change = next_clip(row.task(), &ClipEvent::Vanished { free: true }, &film.timing)?;
    let message = "the process that made the clip is gone";
    row.leave(tx, &change, Some(message)).await?;
    record(tx, row, &change, &Ending { message: Some(message), ..Ending::default() }).await?;
    Ok(Swept::Vanished)
}

/// Ends an intent that nobody waits for any more; false if it has ended.
pub(crate) async fn abandon_intent(tx: &mut Tx, id: i64, film: &Film) -> Result<bool, Error> {
    let Some(submission) = ledger::read(tx, id).await? else { return Ok(false) };
    if submission.outcome != SubmissionOutcome::Intent {
        return Ok(false);
    }
    let message = "the shot was moved by a person, and its worker never said what came of the call";
    if submission.sent_at.is_none() {
        ledger::end(tx, id, SubmissionOutcome::NotSent, Some(message)).await?;
        return Ok(true);
    }
    ledger::end(tx, id, SubmissionOutcome::Unknown, Some(message)).await?;
    if film.on_unknown == OnUnknown::Hold {
        let new = NewAlert {
            kind: AlertKind::PerhapsPaid,
            scenecode: Some(&submission.scenecode),
            worker_id: Some(submission.holder.worker_id.as_str()),
            maker: Some(&submission.maker),
            message,
        };
        alert(tx, &new).await?;
    }
    Ok(true)
}
