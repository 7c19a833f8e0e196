//! The lock: who may submit a clip, and the intent that the ledger keeps of it.

use rushes_core::Film;

use super::types::{ClipLock, Locked};
use crate::maker::{Turn, take_turn};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Error, Holder, Store};

impl Store {
    /// Locks the first clip that is ready, for a submission to `maker`. A lock counts once this has answered.
    pub async fn lock_clip(&self, holder: &Holder, maker: &str, film: &Film) -> Result<Locked, Error> {
        // An idle worker writes nothing.
        if self.row(&sql::CLIP_LOOK, vec![]).await?.is_none() {
            return Ok(Locked::Nothing);
        }
        let locked = self.write_unless(async |tx| lock(tx, holder, maker, film).await).await?;
        Ok(locked.map_or_else(|no| no, Locked::Lock))
    }
}

/// The order keeps the limits: the maker's row is written before anything is counted, so that two claimers cannot
/// both see room for one.
async fn lock(
    tx: &mut Tx,
    holder: &Holder,
    maker: &str,
    film: &Film,
) -> Result<Result<ClipLock, Locked>, Error> {
    let in_flight_limit = match take_turn(tx, maker).await? {
        Turn::Taken { in_flight_limit } => in_flight_limit,
        Turn::Paused { until, reason } => return Ok(Err(Locked::MakerPaused { until, reason })),
    };
    if cap_is_reached(tx, film).await? {
        return Ok(Err(Locked::CapReached));
    }
    if is_full(tx, maker, in_flight_limit).await? {
        return Ok(Err(Locked::MakerFull));
    }
    for row in tx.rows(&sql::CLIP_PICK, vec![]).await? {
        let key =
            args![&holder.worker_id, &holder.boot_id, maker, row.text("scenecode")?, row.int("claim_seq")?];
        match tx.execute(&sql::CLIP_LOCK, key).await {
            Ok(1) => return intend(tx, &row, holder, maker).await.map(Ok),
            Ok(_) => {}
            // Somebody works on that row in an open transaction: the next candidate is as good.
            Err(error) if error.is_row_locked() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Err(Locked::Nothing))
}

async fn cap_is_reached(tx: &mut Tx, film: &Film) -> Result<bool, Error> {
    let Some(most) = film.max_submissions else { return Ok(false) };
    let made: u64 = tx
        .row(&sql::SUBMISSION_COUNT, vec![])
        .await?
        .expect("a COUNT without GROUP BY answers one row")
        .count("made")?;
    Ok(made >= most)
}

async fn is_full(tx: &mut Tx, maker: &str, in_flight_limit: Option<i64>) -> Result<bool, Error> {
    let Some(limit) = in_flight_limit else { return Ok(false) };
    let row = tx.row(&sql::CLIP_IN_FLIGHT, args![maker]).await?;
    Ok(row.expect("a COUNT without GROUP BY answers one row").int("clips")? >= limit)
}

/// Writes the intent of a lock that was just taken.
async fn intend(tx: &mut Tx, row: &Row, holder: &Holder, maker: &str) -> Result<ClipLock, Error> {
    let scenecode = row.scenecode("scenecode")?;
    let claim_seq = row.int("claim_seq")? + 1;
    let values = args![&scenecode, claim_seq, &holder.worker_id, &holder.boot_id, maker];
    tx.execute(&sql::SUBMISSION_INSERT, values).await?;
    let found = tx.row(&sql::SUBMISSION_FIND, args![&scenecode, claim_seq, &holder.boot_id]).await?;
    let submission = found.expect("a MAX without GROUP BY answers one row").int("id")?;
    let link = args![submission, &scenecode, claim_seq, &holder.worker_id, &holder.boot_id];
    if tx.execute(&sql::CLIP_LINK, link).await? != 1 {
        return Err(Error::Moved { what: "process row", key: scenecode.to_string() });
    }
    Ok(ClipLock {
        scenecode,
        claim_seq,
        holder: holder.clone(),
        retry_count: row.count("retry_count")?,
        submission,
        maker: maker.to_owned(),
        aiwords: row.maybe_text("aiwords")?.unwrap_or_default(),
        firstpic: row.maybe_text("firstpic")?.unwrap_or_default(),
        secondpic: row.maybe_text("secondpic")?.unwrap_or_default(),
    })
}
