//! What is written beside a change of a process row: the worklog and the alerts.

use rushes_core::{ClipChange, FaultClass, Instant, Stage};

use super::row::ClipRow;
use crate::Error;
use crate::log::{LogEntry, NewAlert, alert, log_claim};
use crate::transaction::Tx;

/// What the worklog says of an end besides its outcome.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ending<'a> {
    pub(super) fault: Option<FaultClass>,
    pub(super) message: Option<&'a str>,
    /// When the claim began, if the row does not know.
    pub(super) began: Option<Instant>,
    pub(super) bytes: Option<u64>,
    pub(super) cost: Option<f64>,
}

/// Writes what a change says of the claim that ends, and the alert that it asks for.
pub(super) async fn record(
    tx: &mut Tx,
    row: &ClipRow,
    change: &ClipChange,
    ending: &Ending<'_>,
) -> Result<(), Error> {
    let (worker_id, maker) = (row.worker_id.as_deref(), row.maker.as_deref());
    if let Some(outcome) = change.outcome {
        let entry = LogEntry {
            stage: Stage::Clip,
            scenecode: &row.scenecode,
            claim_seq: row.claim_seq,
            worker_id,
            boot_id: row.boot_id.as_deref(),
            tasktype: None,
            outcome,
            fault: ending.fault.map(FaultClass::as_str),
            error: ending.message,
            started_at: row.submitted_at.or(ending.began),
            maker,
            bytes: ending.bytes,
            cost: ending.cost,
        };
        log_claim(tx, &entry).await?;
    }
    if let Some(kind) = change.alert {
        let message = ending.message.unwrap_or_default();
        let new = NewAlert { kind, scenecode: Some(&row.scenecode), worker_id, maker, message };
        alert(tx, &new).await?;
    }
    Ok(())
}
