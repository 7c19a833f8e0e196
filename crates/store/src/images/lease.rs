//! The watchdog's lease. It only saves work; what is safe is each row's own guard.

use rushes_core::{Film, Instant};

use crate::row::args;
use crate::sql;
use crate::{Error, Store};

/// By how many milliseconds an instant may be in the future before the database's clock has jumped.
const JUMP: i64 = 60_000;

/// Who may sweep now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// We hold the lease and a sweep is due.
    Sweep,
    /// We hold the lease; the last sweep is recent.
    Wait,
    /// We hold the lease, but the whole farm was away: nothing is taken back until this instant.
    Grace(Instant),
    /// Somebody else holds it.
    Theirs,
}

impl Store {
    /// Renews the lease, or takes it if nobody renewed it for two beats.
    ///
    /// `seasoned` says that the caller has watched before in this very process: only such a one can know, from a lease
    /// that nobody renewed for four beats, that the whole farm slept or the database was away. A start gives no grace.
    pub async fn watch(&self, me: &str, seasoned: bool, film: &Film) -> Result<Watch, Error> {
        let beat = i64::try_from(film.timing.beat.as_millis()).unwrap_or(i64::MAX);
        self.write(async |tx| {
            let row = tx.row(&sql::LEASE_READ, vec![]).await?.ok_or(Error::NoFilm)?;
            let (holder, renewed, now) =
                (row.text("holder")?, row.int("renewed_at")?, Instant(row.int("now")?));
            let silent = now.0.saturating_sub(renewed);
            // A lease renewed in the future stood before the database's clock jumped back: nobody may be behind it.
            if holder != me && (-JUMP..beat.saturating_mul(2)).contains(&silent) {
                return Ok(Watch::Theirs);
            }
            // Nor can a grace end later than one that begins now.
            let mut grace = Instant(row.int("grace_until")?).min(now.after(film.timing.stale));
            let mut swept = row.int("swept_since_grace")?;
            if seasoned && swept == 1 && silent > beat.saturating_mul(4) {
                grace = now.after(film.timing.stale);
                swept = 0;
            }
            if tx.execute(&sql::LEASE_TAKE, args![me, grace.0, swept, &holder, renewed]).await? == 0 {
                return Ok(Watch::Theirs);
            }
            let last = Instant(row.int("last_sweep_at")?);
            Ok(if now < grace {
                Watch::Grace(grace)
            } else if now.since(last) >= film.timing.sweep || last > now {
                Watch::Sweep
            } else {
                Watch::Wait
            })
        })
        .await
    }

    /// Notes that a full sweep ran.
    pub async fn swept(&self, me: &str) -> Result<(), Error> {
        self.write(async |tx| tx.execute(&sql::LEASE_SWEPT, args![me]).await).await?;
        Ok(())
    }
}
