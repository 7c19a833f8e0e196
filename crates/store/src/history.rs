//! What happened: alerts, the worklog, and what each worker did.

use std::collections::{BTreeMap, HashMap, HashSet};

use rushes_core::{Instant, Outcome, Scenecode, Stage};

use crate::row::{Row, args};
use crate::{Error, Store, sql};

/// What a person should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertRow {
    /// Its number; later ones are larger.
    pub id: i64,
    /// The word of its [`rushes_core::AlertKind`].
    pub kind: String,
    /// The shot.
    pub scenecode: Option<Scenecode>,
    /// The worker.
    pub worker_id: Option<String>,
    /// The maker.
    pub maker: Option<String>,
    /// The whole text.
    pub message: String,
    /// When it was written.
    pub created_at: Instant,
    /// When a person saw it.
    pub seen_at: Option<Instant>,
}

/// A claim that ended.
#[derive(Debug, Clone, PartialEq)]
pub struct WorklogRow {
    /// Its number; later ones are larger.
    pub id: i64,
    /// Frames or clip.
    pub stage: Stage,
    /// The shot.
    pub scenecode: Scenecode,
    /// The number of the claim.
    pub claim_seq: i64,
    /// Who held it.
    pub worker_id: Option<String>,
    /// In which start.
    pub boot_id: Option<String>,
    /// What the frames showed.
    pub tasktype: Option<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// The class of the fault.
    pub fault: Option<String>,
    /// What went wrong.
    pub error: Option<String>,
    /// When the making began.
    pub started_at: Option<Instant>,
    /// When it ended.
    pub finished_at: Instant,
    /// Which maker was at work.
    pub maker: Option<String>,
    /// Bytes of what was made.
    pub bytes: Option<i64>,
    /// What it cost.
    pub cost: Option<f64>,
}

/// How many claims ended in which way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ends {
    /// Confirmed.
    pub done: u64,
    /// To be tried again.
    pub retry: u64,
    /// Given up.
    pub failed: u64,
    /// Given back uncharged.
    pub released: u64,
    /// Taken away.
    pub lost: u64,
}

/// What one worker did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkerTotals {
    /// Its name; empty for claims that nobody signed.
    pub worker_id: String,
    /// Claims of frames.
    pub frames: Ends,
    /// Claims of clips.
    pub clips: Ends,
}

impl Ends {
    fn count(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Done => &mut self.done,
            Outcome::Retry => &mut self.retry,
            Outcome::Failed => &mut self.failed,
            Outcome::Released => &mut self.released,
            Outcome::Lost => &mut self.lost,
        }
    }
}

impl Store {
    /// The class of the fault of each shot's last claim that failed.
    pub async fn causes(&self) -> Result<HashMap<String, String>, Error> {
        let rows = self.rows(&sql::WORKLOG_FAILED, vec![]).await?;
        rows.iter().map(|row| Ok((row.text("scenecode")?, row.text("fault")?))).collect()
    }

    /// Shots with a submission of which nobody knows whether it was paid.
    pub async fn perhaps_paid(&self) -> Result<HashSet<String>, Error> {
        let rows = self.rows(&sql::SUBMISSION_UNKNOWN, vec![]).await?;
        rows.iter().map(|row| row.text("scenecode")).collect()
    }

    /// The latest alerts, the newest first.
    pub async fn alerts(&self, most: u32) -> Result<Vec<AlertRow>, Error> {
        self.rows(&sql::ALERT_LATEST, args![most]).await?.iter().map(alert_of).collect()
    }

    /// The latest alerts that no person has seen to, the newest first.
    pub async fn open_alerts(&self, most: u32) -> Result<Vec<AlertRow>, Error> {
        self.rows(&sql::ALERT_OPEN, args![most]).await?.iter().map(alert_of).collect()
    }

    /// How many alerts no person has seen to.
    pub async fn open_alert_count(&self) -> Result<u64, Error> {
        let row = self.row(&sql::ALERT_OPEN_COUNT, vec![]).await?;
        row.map_or(Ok(0), |it| it.count("alerts"))
    }

    /// Notes that a person has seen to an alert, or to all of them; says how many were open until then.
    pub async fn see_alerts(&self, id: Option<i64>) -> Result<u64, Error> {
        let values = args![i64::from(id.is_none()), id.unwrap_or_default()];
        self.write(async |tx| tx.execute(&sql::ALERT_SEEN, values.clone()).await).await
    }

    /// The latest ended claims, the newest first: of one shot or of all, and before a number.
    pub async fn worklog(
        &self,
        of: Option<&Scenecode>,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<WorklogRow>, Error> {
        let before = before.unwrap_or(i64::MAX);
        let rows = match of {
            Some(scenecode) => self.rows(&sql::WORKLOG_OF_SHOT, args![scenecode, before, most]).await?,
            None => self.rows(&sql::WORKLOG_LATEST, args![before, most]).await?,
        };
        rows.iter().map(worklog_of).collect()
    }

    /// What each worker did, by its id.
    pub async fn worker_totals(&self) -> Result<Vec<WorkerTotals>, Error> {
        let mut totals: BTreeMap<String, WorkerTotals> = BTreeMap::new();
        for row in self.rows(&sql::WORKLOG_TOTALS, vec![]).await? {
            let worker_id = row.maybe_text("worker_id")?.unwrap_or_default();
            let worker = totals.entry(worker_id.clone()).or_default();
            worker.worker_id = worker_id;
            let ends = match row.stage("stage")? {
                Stage::Frames => &mut worker.frames,
                Stage::Clip => &mut worker.clips,
            };
            *ends.count(row.outcome("outcome")?) += row.count::<u64>("claims")?;
        }
        Ok(totals.into_values().collect())
    }
}

fn alert_of(row: &Row) -> Result<AlertRow, Error> {
    Ok(AlertRow {
        id: row.int("id")?,
        kind: row.text("kind")?,
        scenecode: row.maybe_scenecode("scenecode")?,
        worker_id: row.maybe_text("worker_id")?,
        maker: row.maybe_text("maker")?,
        message: row.text("message")?,
        created_at: row.instant("created_at")?,
        seen_at: row.maybe_instant("seen_at")?,
    })
}

fn worklog_of(row: &Row) -> Result<WorklogRow, Error> {
    Ok(WorklogRow {
        id: row.int("id")?,
        stage: row.stage("stage")?,
        scenecode: row.scenecode("scenecode")?,
        claim_seq: row.int("claim_seq")?,
        worker_id: row.maybe_text("worker_id")?,
        boot_id: row.maybe_text("boot_id")?,
        tasktype: row.maybe_text("tasktype")?,
        outcome: row.outcome("outcome")?,
        fault: row.maybe_text("fault")?,
        error: row.maybe_text("error")?,
        started_at: row.maybe_instant("started_at")?,
        finished_at: row.instant("finished_at")?,
        maker: row.maybe_text("maker")?,
        bytes: row.maybe_int("bytes")?,
        cost: row.get("cost")?,
    })
}
