//! One process row as its guards know it, and the guarded writes that move it.

use rushes_core::{ClipChange, ClipState, ClipTask, Instant, Outcome, Scenecode, Stage};

use crate::log::{LogEntry, log_claim};
use crate::row::{Arg, Row, args};
use crate::sql::{self, Statement};
use crate::text::error_text;
use crate::transaction::Tx;
use crate::{Answer, Error, Holder};

/// A claim on a process row: a lock or a poll.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim<'a> {
    pub(super) scenecode: &'a Scenecode,
    pub(super) claim_seq: i64,
    pub(super) holder: &'a Holder,
    /// `Locked` or `Submitted`.
    pub(super) state: ClipState,
}

/// A process row.
#[derive(Debug, Clone)]
pub(super) struct ClipRow {
    pub(super) scenecode: Scenecode,
    pub(super) state: ClipState,
    task_lock: i64,
    pub(super) claim_seq: i64,
    pub(super) worker_id: Option<String>,
    pub(super) boot_id: Option<String>,
    pub(super) retry_count: u32,
    pub(super) vdurl: Option<String>,
    pub(super) maker: Option<String>,
    pub(super) reach: Option<String>,
    pub(super) submission: Option<i64>,
    pub(super) submitted_at: Option<Instant>,
    pub(super) last_update_time: Option<Instant>,
    pub(super) not_found: u32,
    pub(super) not_found_at: Option<Instant>,
    /// The database's clock when the row was read.
    pub(super) now: Instant,
}

impl ClipRow {
    fn of(row: &Row) -> Result<ClipRow, Error> {
        Ok(ClipRow {
            scenecode: row.scenecode("scenecode")?,
            state: row.clip_state("status", "task_lock")?,
            task_lock: row.int("task_lock")?,
            claim_seq: row.int("claim_seq")?,
            worker_id: row.maybe_text("worker_id")?,
            boot_id: row.maybe_text("boot_id")?,
            retry_count: row.count("retry_count")?,
            vdurl: row.maybe_text("vdurl")?,
            maker: row.maybe_text("maker")?,
            reach: row.maybe_text("reach")?,
            submission: row.maybe_int("submission")?,
            submitted_at: row.maybe_instant("submitted_at")?,
            last_update_time: row.maybe_instant("last_update_time")?,
            not_found: row.count("not_found")?,
            not_found_at: row.maybe_instant("not_found_at")?,
            now: row.instant("now")?,
        })
    }

    pub(super) fn task(&self) -> ClipTask {
        ClipTask { state: self.state, retry_count: self.retry_count }
    }

    pub(super) fn is_held_by(&self, claim: &Claim<'_>) -> bool {
        self.state == claim.state
            && self.claim_seq == claim.claim_seq
            && self.worker_id.as_deref() == Some(claim.holder.worker_id.as_str())
            && self.boot_id.as_deref() == Some(claim.holder.boot_id.as_str())
    }

    /// Writes `values` into the row, which must still be as it was read. The statement ends with the guard.
    pub(super) async fn write(
        &self,
        tx: &mut Tx,
        statement: &'static Statement,
        mut values: Vec<Arg>,
    ) -> Result<(), Error> {
        values.extend(args![
            &self.scenecode,
            self.claim_seq,
            self.worker_id.as_deref().unwrap_or_default(),
            self.boot_id.as_deref().unwrap_or_default(),
            self.state.status(),
            self.task_lock,
        ]);
        if tx.execute(statement, values).await? == 1 {
            return Ok(());
        }
        // Somebody moved it between the read and the write: the whole transaction runs again and reads what is true.
        Err(Error::Moved { what: "process row", key: self.scenecode.to_string() })
    }

    /// Lets whoever comes first ask the platform about the clip: its poller is dead.
    pub(super) async fn ask_at_once(&self, tx: &mut Tx) -> Result<(), Error> {
        let since = self.not_found_at.map(|it| it.0);
        let values = args![0, self.not_found, since, None::<String>];
        self.write(tx, &sql::CLIP_KEEP, values).await
    }

    /// Moves the row away from its holder, or lets it stay at the platform.
    pub(super) async fn leave(
        &self,
        tx: &mut Tx,
        change: &ClipChange,
        error: Option<&str>,
    ) -> Result<(), Error> {
        let error = error.map(error_text);
        match change.to {
            ClipState::Ready => {
                let values = args![change.retry_count, change.due_in, error];
                self.write(tx, &sql::CLIP_RETURN, values).await
            }
            ClipState::Submitted => {
                let since = self.not_found_at.map(|it| it.0);
                let values = args![change.due_in, self.not_found, since, error];
                self.write(tx, &sql::CLIP_KEEP, values).await
            }
            ClipState::Waiting
            | ClipState::Locked
            | ClipState::Done
            | ClipState::Failed
            | ClipState::Cancelled => {
                let values = args![change.to.status(), change.retry_count, error];
                self.write(tx, &sql::CLIP_GIVE_UP, values).await
            }
        }
    }
}

/// A candidate, unless a person wrote its row as rushes never would: such a one holds nobody up.
pub(super) fn readable<T>(candidate: Result<T, Error>) -> Result<Option<T>, Error> {
    match candidate {
        Ok(candidate) => Ok(Some(candidate)),
        Err(error @ Error::Row { .. }) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "a process row cannot be read");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Reads a row plainly.
pub(super) async fn read(tx: &mut Tx, scenecode: &Scenecode) -> Result<Option<ClipRow>, Error> {
    tx.row(&sql::CLIP_READ, args![scenecode]).await?.as_ref().map(ClipRow::of).transpose()
}

/// Reads a row and locks it for this transaction; `None` also when somebody else works on it.
pub(super) async fn peek(tx: &mut Tx, scenecode: &Scenecode) -> Result<Option<ClipRow>, Error> {
    match tx.row(&sql::CLIP_PEEK, args![scenecode]).await {
        Ok(row) => row.as_ref().map(ClipRow::of).transpose(),
        Err(error) if error.is_row_locked() => Ok(None),
        Err(error) => Err(error),
    }
}

/// How a claim ends well.
pub(super) const FINISHED: &[Outcome] = &[Outcome::Done];
/// How a claim ends otherwise by its holder.
pub(super) const LEFT: &[Outcome] = &[Outcome::Retry, Outcome::Failed, Outcome::Released];

/// The row, if this claim still holds it; else how the claim has to be answered: `Already` if it ended itself in one of
/// these ways.
pub(super) async fn held(
    tx: &mut Tx,
    claim: &Claim<'_>,
    ended: &[Outcome],
) -> Result<Result<ClipRow, Answer>, Error> {
    match read(tx, claim.scenecode).await? {
        None => Ok(Err(Answer::Gone)),
        Some(row) if row.is_held_by(claim) => Ok(Ok(row)),
        Some(row) => Ok(Err(why_not_held(tx, claim, &row, ended).await?)),
    }
}

async fn why_not_held(
    tx: &mut Tx,
    claim: &Claim<'_>,
    row: &ClipRow,
    ended: &[Outcome],
) -> Result<Answer, Error> {
    let key = args![Stage::Clip.as_str(), claim.scenecode, claim.claim_seq];
    if let Some(logged) = tx.row(&sql::LOG_OF_CLAIM, key).await? {
        let ours = logged.maybe_text("worker_id")?.as_deref() == Some(claim.holder.worker_id.as_str())
            && logged.maybe_text("boot_id")?.as_deref() == Some(claim.holder.boot_id.as_str());
        let outcome = logged.text("outcome")?;
        let by_itself = ours && ended.iter().any(|it| it.as_str() == outcome);
        return Ok(if by_itself { Answer::Already } else { Answer::Stale });
    }
    let running = matches!(row.state, ClipState::Locked | ClipState::Submitted);
    // A number that the row carries now, or will carry, is for its holder to log.
    if row.claim_seq > claim.claim_seq || (row.claim_seq == claim.claim_seq && !running) {
        log_lost(tx, claim).await?;
    }
    Ok(Answer::Stale)
}

/// Says once that what a claim brought was dropped.
async fn log_lost(tx: &mut Tx, claim: &Claim<'_>) -> Result<(), Error> {
    let entry = LogEntry {
        stage: Stage::Clip,
        scenecode: claim.scenecode,
        claim_seq: claim.claim_seq,
        worker_id: Some(claim.holder.worker_id.as_str()),
        boot_id: Some(claim.holder.boot_id.as_str()),
        tasktype: None,
        outcome: Outcome::Lost,
        fault: None,
        error: Some("somebody else moved the row"),
        started_at: None,
        maker: None,
        bytes: None,
        cost: None,
    };
    log_claim(tx, &entry).await
}
