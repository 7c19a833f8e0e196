//! The ledger: one row for each intent to submit. What a platform answered is never dropped.

use rushes_core::{BootId, Instant, Scenecode};

use super::types::AcceptedClip;
use crate::row::{Row, args};
use crate::sql;
use crate::text::{clean, error_text};
use crate::transaction::Tx;
use crate::{Error, Holder, Store};

/// What is known of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubmissionOutcome {
    /// Nothing yet.
    Intent,
    /// The platform was not called.
    NotSent,
    /// The platform took it.
    Accepted,
    /// The platform surely did not take it.
    Refused,
    /// The call may have arrived.
    Unknown,
    /// The platform took it, and nobody waits for it.
    Unused,
}

impl SubmissionOutcome {
    /// Every outcome.
    pub const ALL: [SubmissionOutcome; 6] = [
        SubmissionOutcome::Intent,
        SubmissionOutcome::NotSent,
        SubmissionOutcome::Accepted,
        SubmissionOutcome::Refused,
        SubmissionOutcome::Unknown,
        SubmissionOutcome::Unused,
    ];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            SubmissionOutcome::Intent => "intent",
            SubmissionOutcome::NotSent => "not sent",
            SubmissionOutcome::Accepted => "accepted",
            SubmissionOutcome::Refused => "refused",
            SubmissionOutcome::Unknown => "unknown",
            SubmissionOutcome::Unused => "unused",
        }
    }

    fn from_word(word: &str) -> Option<SubmissionOutcome> {
        SubmissionOutcome::ALL.into_iter().find(|it| it.as_str() == word)
    }
}

/// A row of the ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// Its number.
    pub id: i64,
    /// The shot.
    pub scenecode: Scenecode,
    /// The claim that wrote it.
    pub claim_seq: i64,
    /// Who held that claim.
    pub holder: Holder,
    /// The maker.
    pub maker: String,
    /// When the lock was taken.
    pub intent_at: Instant,
    /// When the call began, if it did.
    pub sent_at: Option<Instant>,
    /// The platform's task id, if there is one.
    pub vdurl: Option<String>,
    /// What a poll needs besides the id.
    pub maker_ref: Option<String>,
    /// The only start of a worker that can poll and fetch it.
    pub reach: Option<BootId>,
    /// What is known.
    pub outcome: SubmissionOutcome,
    /// What it costs.
    pub cost: Option<f64>,
    /// In which currency.
    pub currency: Option<String>,
}

impl Submission {
    fn of(row: &Row) -> Result<Submission, Error> {
        let word = row.text("outcome")?;
        let expected = "the outcome of a submission";
        let reach = row.maybe_text("reach")?.map(|_| row.boot_id("reach")).transpose()?;
        Ok(Submission {
            id: row.int("id")?,
            scenecode: row.scenecode("scenecode")?,
            claim_seq: row.int("claim_seq")?,
            holder: Holder { worker_id: row.worker_id("worker_id")?, boot_id: row.boot_id("boot_id")? },
            maker: row.text("maker")?,
            intent_at: row.instant("intent_at")?,
            sent_at: row.maybe_instant("sent_at")?,
            vdurl: row.maybe_text("vdurl")?,
            maker_ref: row.maybe_text("maker_ref")?,
            reach,
            outcome: SubmissionOutcome::from_word(&word).ok_or(Error::Row {
                column: "outcome",
                expected,
                got: word,
            })?,
            cost: row.get("cost")?,
            currency: row.maybe_text("currency")?,
        })
    }
}

impl Store {
    /// Whether a number of the ledger is that of this claim of this shot.
    pub async fn is_submission(&self, id: i64, scenecode: &str, claim_seq: i64) -> Result<bool, Error> {
        let row = self.row(&sql::SUBMISSION_READ, args![id]).await?;
        let there = row.as_ref().map(Submission::of).transpose()?;
        Ok(there.is_some_and(|it| it.scenecode.as_str() == scenecode && it.claim_seq == claim_seq))
    }

    /// The intents of a worker, of all its starts, that have no id: those in its spool are compared with them.
    pub async fn open_submissions(
        &self,
        worker_id: &rushes_core::WorkerId,
    ) -> Result<Vec<Submission>, Error> {
        self.rows(&sql::SUBMISSION_OPEN, args![worker_id]).await?.iter().map(Submission::of).collect()
    }
}

pub(super) async fn read(tx: &mut Tx, id: i64) -> Result<Option<Submission>, Error> {
    tx.row(&sql::SUBMISSION_READ, args![id]).await?.as_ref().map(Submission::of).transpose()
}

/// Stores the platform's id.
pub(super) async fn answer(tx: &mut Tx, id: i64, accepted: &AcceptedClip) -> Result<(), Error> {
    let values = args![
        clean(&accepted.vdurl),
        clean(&accepted.maker_ref),
        accepted.reach.as_ref().map(BootId::as_str),
        accepted.cost,
        accepted.currency.as_deref().map(clean),
        id,
    ];
    tx.execute(&sql::SUBMISSION_ANSWER, values).await?;
    Ok(())
}

/// Ends an intent that has no id.
pub(super) async fn end(
    tx: &mut Tx,
    id: i64,
    outcome: SubmissionOutcome,
    error: Option<&str>,
) -> Result<(), Error> {
    tx.execute(&sql::SUBMISSION_END, args![outcome.as_str(), error.map(error_text), id]).await?;
    Ok(())
}

/// Nobody waits any more for what the platform took.
pub(crate) async fn unused(tx: &mut Tx, id: i64) -> Result<(), Error> {
    tx.execute(&sql::SUBMISSION_UNUSED, args![id]).await?;
    Ok(())
}
