//! Every worker that ever came: how it enters, takes its id over, and leaves.

use rushes_core::{BootId, Instant, TaskType, WorkerId};

use crate::row::{Arg, Row, args};
use crate::text::clean;
use crate::transaction::Tx;
use crate::{Answer, Error, Holder, Store, sql};

/// What the farm shows of a worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkerInfo {
    /// The name of its machine.
    pub host: String,
    /// The version of its program.
    pub version: String,
    /// The types that it claims first.
    pub prefers: Vec<TaskType>,
    /// If not empty, the only types that it claims.
    pub only: Vec<TaskType>,
    /// What it takes part in: "frames", "clips".
    pub stages: Vec<String>,
    /// How many shots it makes frames for at once.
    pub slots: u32,
    /// The type that it claims first.
    pub current_type: Option<TaskType>,
}

/// A worker as the database knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerRow {
    /// Its stable name.
    pub worker_id: WorkerId,
    /// The start that has the name now.
    pub boot_id: BootId,
    /// The name of its machine.
    pub host: String,
    /// The version of its program.
    pub version: String,
    /// The types that it claims first, parted by commas.
    pub prefers: String,
    /// The only types that it claims, parted by commas.
    pub only: String,
    /// What it takes part in, parted by commas.
    pub stages: String,
    /// How many shots it makes frames for at once.
    pub slots: u32,
    /// "starting", "working", "idle", .., "stopped".
    pub state: String,
    /// What it does, in words.
    pub doing: String,
    /// The type that it claims now.
    pub current_type: String,
    /// What is wanted of it ("", "pause", "drain").
    pub wanted: String,
    /// How far its machine's clock is from the database's.
    pub skew_ms: i64,
    /// Free space on the media root.
    pub free_bytes: u64,
    /// When this start entered.
    pub started_at: Instant,
    /// When it last beat.
    pub lastbeat: Instant,
    /// How often it beat.
    pub beats: i64,
    /// When it left, if it said so.
    pub ended_at: Option<Instant>,
}

/// How the farm answers a worker that comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registered {
    /// The id is this start's.
    Entered,
    /// Another start has the id, dead or alive.
    Occupied(Box<WorkerRow>),
}

/// What a person tells a running worker; what is `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Order {
    /// "" (work), "pause" or "drain".
    pub wanted: Option<&'static str>,
    /// The types that it is to claim first.
    pub prefers: Option<Vec<TaskType>>,
    /// What it is to take part in: "frames", "clips".
    pub stages: Option<Vec<String>>,
    /// How many shots it is to make frames for at once.
    pub slots: Option<u32>,
}

/// A worker, and how much it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerSeen {
    /// What it said of itself.
    pub worker: WorkerRow,
    /// Image tasks that it has claimed.
    pub frames_held: u64,
    /// Clips that it submits, polls or fetches.
    pub clips_held: u64,
}

impl Store {
    /// Enters a worker under its id, unless another start has it.
    pub async fn register_worker(&self, holder: &Holder, info: &WorkerInfo) -> Result<Registered, Error> {
        self.write(async |tx| {
            let mut values = args![&holder.worker_id, &holder.boot_id];
            values.extend(shown(info));
            if tx.execute(&sql::WORKER_INSERT, values).await? == 1 {
                return Ok(Registered::Entered);
            }
            match worker(tx, &holder.worker_id).await? {
                Some(there) if there.boot_id != holder.boot_id => Ok(Registered::Occupied(Box::new(there))),
                // The answer to an earlier attempt was lost.
                Some(_) => Ok(Registered::Entered),
                None => Err(Error::Moved { what: "worker", key: holder.worker_id.to_string() }),
            }
        })
        .await
    }

    /// Takes the id over from an earlier start, if that start still has it.
    pub async fn take_over(
        &self,
        holder: &Holder,
        info: &WorkerInfo,
        earlier: &BootId,
    ) -> Result<Answer, Error> {
        self.write(async |tx| {
            let mut values = args![&holder.boot_id];
            values.extend(shown(info));
            values.extend(args![&holder.worker_id, earlier]);
            if tx.execute(&sql::WORKER_TAKE_OVER, values).await? == 1 {
                return Ok(Answer::Applied);
            }
            Ok(match worker(tx, &holder.worker_id).await? {
                None => Answer::Gone,
                Some(there) if there.boot_id == holder.boot_id => Answer::Already,
                Some(_) => Answer::Stale,
            })
        })
        .await
    }

    /// Says that a worker leaves on its own. Stale: another start has its id.
    pub async fn worker_left(&self, holder: &Holder) -> Result<Answer, Error> {
        let values = args![&holder.worker_id, &holder.boot_id];
        let touched = self.write(async |tx| tx.execute(&sql::WORKER_LEFT, values.clone()).await).await?;
        Ok(if touched == 1 { Answer::Applied } else { Answer::Stale })
    }

    /// Tells a worker what is wanted of it; it reads that at its next beat. Already: it does not run, and a new start
    /// begins as its own settings say.
    pub async fn order_worker(&self, worker_id: &WorkerId, order: &Order) -> Result<Answer, Error> {
        self.write(async |tx| {
            let values = args![
                order.wanted,
                order.prefers.as_deref().map(listed),
                order.stages.as_ref().map(|it| it.join(",")),
                order.slots.map(i64::from),
                worker_id,
            ];
            if tx.execute(&sql::WORKER_ORDER, values).await? == 1 {
                return Ok(Answer::Applied);
            }
            let there = worker(tx, worker_id).await?;
            Ok(if there.is_some() { Answer::Already } else { Answer::Gone })
        })
        .await
    }

    /// What the database knows of one worker.
    pub async fn worker_row(&self, worker_id: &WorkerId) -> Result<Option<WorkerRow>, Error> {
        let row = self.row(&sql::WORKER_READ, args![worker_id]).await?;
        row.as_ref().map(worker_of).transpose()
    }

    /// Every worker that ever came, by its id, with what it holds at this moment: its own words may be a beat old.
    pub async fn workers(&self) -> Result<Vec<WorkerSeen>, Error> {
        let seen = |row: &Row| {
            Ok(WorkerSeen {
                worker: worker_of(row)?,
                frames_held: row.count("frames_held")?,
                clips_held: row.count("clips_held")?,
            })
        };
        self.rows(&sql::WORKER_ALL, vec![]).await?.iter().map(seen).collect()
    }
}

async fn worker(tx: &mut Tx, worker_id: &WorkerId) -> Result<Option<WorkerRow>, Error> {
    let row = tx.row(&sql::WORKER_READ, args![worker_id]).await?;
    row.as_ref().map(worker_of).transpose()
}

/// The columns that a start writes of itself, in the order of both statements.
fn shown(info: &WorkerInfo) -> Vec<Arg> {
    args![
        clean(&info.host),
        clean(&info.version),
        listed(&info.prefers),
        listed(&info.only),
        clean(&info.stages.join(",")),
        info.slots,
        info.current_type.as_ref().map_or("", TaskType::as_str),
    ]
}

fn listed(types: &[TaskType]) -> String {
    types.iter().map(TaskType::as_str).collect::<Vec<_>>().join(",")
}

fn worker_of(row: &Row) -> Result<WorkerRow, Error> {
    Ok(WorkerRow {
        worker_id: row.worker_id("worker_id")?,
        boot_id: row.boot_id("boot_id")?,
        host: row.text("host")?,
        version: row.text("version")?,
        prefers: row.text("prefers")?,
        only: row.text("only_types")?,
        stages: row.text("stages")?,
        slots: row.count("slots")?,
        state: row.text("state")?,
        doing: row.text("doing")?,
        current_type: row.text("current_type")?,
        wanted: row.text("wanted")?,
        skew_ms: row.int("skew_ms")?,
        free_bytes: row.count("free_bytes")?,
        started_at: row.instant("started_at")?,
        lastbeat: row.instant("lastbeat")?,
        beats: row.int("beats")?,
        ended_at: row.maybe_instant("ended_at")?,
    })
}
