//! The limits of a maker that all workers share: turns, pauses, how much it may have in its hands.

use std::time::Duration;

use rushes_core::{AlertKind, Fault, FaultClass, Instant};

use crate::log::{NewAlert, alert};
use crate::row::{Row, args};
use crate::sql;
use crate::text::error_text;
use crate::transaction::Tx;
use crate::{Error, Store};

/// How long nobody submits to a maker without credit or key; then one submission is a probe, which costs nothing.
const MONEY_PAUSE: Duration = Duration::from_secs(15 * 60);

/// How long a maker without room is left alone if it does not say.
const BUSY_PAUSE: Duration = Duration::from_secs(5);

/// A maker as the workers share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedMaker {
    /// Its name.
    pub maker: String,
    /// How many clips it may have at once; `None` is no limit.
    pub in_flight_limit: Option<u64>,
    /// How many it has now.
    pub in_flight: u64,
    /// How many locks were taken for it.
    pub intents: u64,
    /// Nobody submits to it before this instant.
    pub free_at: Instant,
    /// Why it was paused; empty if it was not.
    pub reason: String,
}

/// What a claimer of a maker is told.
pub(crate) enum Turn {
    /// It may count and lock.
    Taken { in_flight_limit: Option<i64> },
    /// The maker is left alone.
    Paused { until: Instant, reason: String },
}

impl Store {
    /// Every maker that was used so far.
    pub async fn shared_makers(&self) -> Result<Vec<SharedMaker>, Error> {
        let read = |row: &Row| {
            Ok(SharedMaker {
                maker: row.text("maker")?,
                in_flight_limit: row.maybe_int("in_flight_limit")?.and_then(|it| u64::try_from(it).ok()),
                in_flight: row.count("in_flight")?,
                intents: row.count("intents")?,
                free_at: free_at(row)?,
                reason: row.text("reason")?,
            })
        };
        self.rows(&sql::MAKER_ALL, vec![]).await?.iter().map(read).collect()
    }

    /// Sets how many clips a maker may have at once, for all workers.
    pub async fn limit_maker(&self, maker: &str, in_flight_limit: Option<u64>) -> Result<(), Error> {
        let limit = in_flight_limit.map(|it| i64::try_from(it).unwrap_or(i64::MAX));
        self.write(async |tx| {
            add(tx, maker).await?;
            tx.execute(&sql::MAKER_LIMIT, args![limit, maker]).await
        })
        .await?;
        Ok(())
    }

    /// Pauses a maker for all workers, with one alert until a person has looked.
    pub async fn pause_maker(&self, maker: &str, wait: Duration, reason: &str) -> Result<(), Error> {
        self.write(async |tx| {
            add(tx, maker).await?;
            pause(tx, maker, wait, reason).await
        })
        .await
    }

    /// Lets a maker be used again at once.
    pub async fn resume_maker(&self, maker: &str) -> Result<(), Error> {
        self.write(async |tx| {
            tx.execute(&sql::MAKER_RESUME, args![maker]).await?;
            tx.execute(&sql::ALERT_OVER_MAKER, args![maker]).await
        })
        .await?;
        Ok(())
    }

    /// Ends the alerts of makers that work again; says how many.
    pub(crate) async fn end_maker_alerts(&self) -> Result<u64, Error> {
        self.write(async |tx| tx.execute(&sql::ALERT_OVER_MAKERS, vec![]).await).await
    }
}

/// Writes the maker's row, which makes its claimers follow one another until this transaction ends.
pub(crate) async fn take_turn(tx: &mut Tx, maker: &str) -> Result<Turn, Error> {
    // Once more when the row is made, or was made by somebody else between the write and the read.
    for _ in 0..2 {
        let taken = tx.execute(&sql::MAKER_TURN, args![maker]).await? == 1;
        match tx.row(&sql::MAKER_READ, args![maker]).await? {
            Some(row) if taken => {
                return Ok(Turn::Taken { in_flight_limit: row.maybe_int("in_flight_limit")? });
            }
            Some(row) if free_at(&row)? > row.instant("now")? => {
                return Ok(Turn::Paused { until: free_at(&row)?, reason: reason(&row)? });
            }
            Some(_) => {}
            None => add(tx, maker).await?,
        }
    }
    Err(Error::Moved { what: "maker", key: maker.to_owned() })
}

/// What a fault tells all workers about the maker. Comes before any process row is written, as a lock does.
pub(crate) async fn heed(tx: &mut Tx, maker: &str, fault: &Fault) -> Result<(), Error> {
    match fault.class {
        FaultClass::Busy => {
            let wait = fault.retry_after.unwrap_or(BUSY_PAUSE);
            add(tx, maker).await?;
            tx.execute(&sql::MAKER_COOL, args![wait, maker, wait]).await?;
            Ok(())
        }
        FaultClass::Money => {
            add(tx, maker).await?;
            pause(tx, maker, fault.retry_after.unwrap_or(MONEY_PAUSE), &fault.message).await
        }
        FaultClass::Task | FaultClass::Refused | FaultClass::Down | FaultClass::Machine => Ok(()),
    }
}

/// Makes the row of a maker that is used for the first time.
pub(crate) async fn add(tx: &mut Tx, maker: &str) -> Result<(), Error> {
    if tx.row(&sql::MAKER_READ, args![maker]).await?.is_none() {
        tx.execute(&sql::MAKER_ADD, args![maker]).await?;
    }
    Ok(())
}

async fn pause(tx: &mut Tx, maker: &str, wait: Duration, reason: &str) -> Result<(), Error> {
    tx.execute(&sql::MAKER_PAUSE, args![wait, error_text(reason), maker]).await?;
    let kind = AlertKind::MakerPaused;
    let told = tx.row(&sql::MAKER_ALERTS, args![maker, kind.as_str()]).await?;
    if told.map(|it| it.int("unseen")).transpose()?.unwrap_or(0) > 0 {
        return Ok(());
    }
    let new = NewAlert { kind, scenecode: None, worker_id: None, maker: Some(maker), message: reason };
    alert(tx, &new).await
}

fn free_at(row: &Row) -> Result<Instant, Error> {
    Ok(row.instant("paused_until")?.max(row.instant("next_call_at")?))
}

fn reason(row: &Row) -> Result<String, Error> {
    if row.instant("next_call_at")? > row.instant("paused_until")? {
        return Ok("the maker has no room".to_owned());
    }
    row.text("reason")
}
