//! What is written beside a change in the same transaction: the worklog and the alerts.

use rushes_core::{AlertKind, Instant, Outcome, Scenecode, Stage, TaskType};

use crate::Error;
use crate::row::args;
use crate::sql;
use crate::text::error_text;
use crate::transaction::Tx;

/// A claim that ends.
#[derive(Debug, Clone)]
pub(crate) struct LogEntry<'a> {
    pub(crate) stage: Stage,
    pub(crate) scenecode: &'a Scenecode,
    pub(crate) claim_seq: i64,
    /// Empty for a person's claim without a name.
    pub(crate) worker_id: Option<&'a str>,
    pub(crate) boot_id: Option<&'a str>,
    pub(crate) tasktype: Option<&'a TaskType>,
    pub(crate) outcome: Outcome,
    pub(crate) fault: Option<&'a str>,
    pub(crate) error: Option<&'a str>,
    pub(crate) started_at: Option<Instant>,
    pub(crate) maker: Option<&'a str>,
    pub(crate) bytes: Option<u64>,
    pub(crate) cost: Option<f64>,
}

/// Writes the worklog row of a claim. Who ends a claim writes it; a second writer adds nothing.
pub(crate) async fn log_claim(tx: &mut Tx, entry: &LogEntry<'_>) -> Result<(), Error> {
    let values = args![
        entry.stage.as_str(),
        entry.scenecode,
        entry.claim_seq,
        entry.worker_id,
        entry.boot_id,
        entry.tasktype.map(TaskType::as_str),
        entry.outcome.as_str(),
        entry.fault,
        entry.error.map(error_text),
        entry.started_at.map(|it| it.0),
        entry.maker,
        entry.bytes.and_then(|it| i64::try_from(it).ok()),
        entry.cost,
    ];
    tx.execute(&sql::LOG_CLAIM, values).await?;
    Ok(())
}

/// Something that a person should know.
#[derive(Debug, Clone)]
pub(crate) struct NewAlert<'a> {
    pub(crate) kind: AlertKind,
    pub(crate) scenecode: Option<&'a Scenecode>,
    pub(crate) worker_id: Option<&'a str>,
    pub(crate) maker: Option<&'a str>,
    pub(crate) message: &'a str,
}

/// Writes an alert.
pub(crate) async fn alert(tx: &mut Tx, new: &NewAlert<'_>) -> Result<(), Error> {
    let scenecode = new.scenecode.map(Scenecode::as_str);
    let values = args![new.kind.as_str(), scenecode, new.worker_id, new.maker, error_text(new.message)];
    tx.execute(&sql::LOG_ALERT, values).await?;
    Ok(())
}
