//! The lock: who may submit a clip, and the intent that the ledger keeps of it.

use rushes_core::Film;

use super::row::readable;
use super::types::{ClipLock, Locked};
use crate::images::{Taken, take};
use crate::maker::{Turn, take_turn};
use crate::row::{Arg, Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Error, Holder, Scope, Store};

impl Store {
    /// Locks the first clip that is ready, for a submission to `maker`. A lock counts once this has answered.
    pub async fn lock_clip(&self, holder: &Holder, maker: &str, film: &Film) -> Result<Locked, Error> {
        // An idle worker writes nothing.
        if self.row(&sql::CLIP_LOOK, pick(&self.scope, 0)).await?.is_none() {
            return Ok(Locked::Nothing);
        }
        let locked = self.write_unless(async |tx| lock(tx, holder, maker, film, &self.scope).await).await?;
        Ok(locked.map_or_else(|no| no, Locked::Lock))
    }
}

/// Past how many candidates that somebody holds up a locker looks before it gives up for now.
const MOST_HIDDEN: usize = 1000;

/// The order keeps the limits: the maker's row is written before anything is counted, so that two claimers cannot
/// both see room for one.
async fn lock(
    tx: &mut Tx,
    holder: &Holder,
    maker: &str,
    film: &Film,
    scope: &Scope,
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
    Ok(take_first(tx, holder, maker, scope).await?.ok_or(Locked::Nothing))
}

fn pick(scope: &Scope, hidden: usize) -> Vec<Arg> {
    let mut values = scope.args();
    values.extend(args![hidden]);
    values
}

/// Takes the first candidate that nobody takes or holds up. Rows that stay candidates are looked past.
async fn take_first(
    tx: &mut Tx,
    holder: &Holder,
    maker: &str,
    scope: &Scope,
) -> Result<Option<ClipLock>, Error> {
    let mut hidden = 0;
    while hidden <= MOST_HIDDEN {
        let page = tx.rows(&sql::CLIP_PICK, pick(scope, hidden)).await?;
        if page.is_empty() {
            break;
        }
        for row in &page {
            let Some(candidate) = readable(candidate_of(row, holder, maker))? else {
                hidden += 1;
                continue;
            };
            let ClipLock { scenecode, claim_seq, .. } = &candidate;
            let key = args![&holder.worker_id, &holder.boot_id, maker, scenecode, claim_seq - 1];
            match take(tx, &sql::CLIP_LOCK, key).await? {
                Taken::Ours => return intend(tx, candidate).await.map(Some),
                Taken::Moved => {}
                Taken::Locked => hidden += 1,
            }
        }
    }
    Ok(None)
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

/// The lock that a candidate becomes if it is taken.
fn candidate_of(row: &Row, holder: &Holder, maker: &str) -> Result<ClipLock, Error> {
    Ok(ClipLock {
        scenecode: row.scenecode("scenecode")?,
        claim_seq: row.int("claim_seq")? + 1,
        holder: holder.clone(),
        retry_count: row.count("retry_count")?,
        submission: 0,
        maker: maker.to_owned(),
        aiwords: row.maybe_text("aiwords")?.unwrap_or_default(),
        firstpic: row.maybe_text("firstpic")?.unwrap_or_default(),
        secondpic: row.maybe_text("secondpic")?.unwrap_or_default(),
    })
}

/// Writes the intent of a lock that was just taken.
async fn intend(tx: &mut Tx, mut lock: ClipLock) -> Result<ClipLock, Error> {
    let ClipLock { scenecode, claim_seq, holder, .. } = &lock;
    let values = args![scenecode, *claim_seq, &holder.worker_id, &holder.boot_id, &lock.maker];
    tx.execute(&sql::SUBMISSION_INSERT, values).await?;
    let found = tx.row(&sql::SUBMISSION_FIND, args![scenecode, *claim_seq, &holder.boot_id]).await?;
    let id = found.expect("a MAX without GROUP BY answers one row").int("id")?;
    let link = args![id, scenecode, *claim_seq, &holder.worker_id, &holder.boot_id];
    if tx.execute(&sql::CLIP_LINK, link).await? != 1 {
        return Err(Error::Moved { what: "process row", key: scenecode.to_string() });
    }
    lock.submission = id;
    Ok(lock)
}
