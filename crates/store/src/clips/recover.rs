//! The start of a worker: what its earlier starts held of clips; and locks whose answer was lost.

use rushes_core::{ClipState, Film, Scenecode};

use super::row::{Claim, read};
use super::sweep::{Swept, take_back, vanish};
use crate::images::passed_over;
use crate::row::args;
use crate::sql;
use crate::transaction::Tx;
use crate::{Error, Held, Holder, Store};

impl Store {
    /// Takes back what earlier starts of this worker hold: their locks, their polls, and clips that only they could reach.
    /// Answers found in the spool come first ([`Store::settle_submission`]).
    pub async fn recover_clips(&self, holder: &Holder, film: &Film) -> Result<Vec<Scenecode>, Error> {
        let mine = args![&holder.worker_id, &holder.boot_id, &holder.boot_id];
        let mut moved = Vec::new();
        for row in self.rows(&sql::CLIP_OF_EARLIER_STARTS, mine).await? {
            let scenecode = row.scenecode("scenecode")?;
            match self.write(async |tx| recover(tx, &scenecode, holder, film).await).await {
                Ok(true) => moved.push(scenecode),
                Ok(false) => {}
                Err(error) => passed_over(error)?,
            }
        }
        Ok(moved)
    }

    /// Takes back locks that carry this start although it does not know them: their answer was lost, so nobody called
    /// the platform for them. Polls end by their lease.
    pub async fn release_unknown_clips(
        &self,
        holder: &Holder,
        unknown: &Held,
        film: &Film,
    ) -> Result<usize, Error> {
        let mut released = 0;
        for (scenecode, claim_seq) in &unknown.clips {
            let claim = Claim { scenecode, claim_seq: *claim_seq, holder, state: ClipState::Locked };
            let swept = self
                .write(async |tx| match read(tx, scenecode).await? {
                    Some(row) if row.is_held_by(&claim) => take_back(tx, &row, film).await,
                    Some(_) | None => Ok(Swept::Untouched),
                })
                .await?;
            released += usize::from(swept != Swept::Untouched);
        }
        Ok(released)
    }
}

async fn recover(tx: &mut Tx, scenecode: &Scenecode, holder: &Holder, film: &Film) -> Result<bool, Error> {
    let Some(row) = read(tx, scenecode).await? else { return Ok(false) };
    let ours = row.worker_id.as_deref() == Some(holder.worker_id.as_str());
    let boot = holder.boot_id.as_str();
    let earlier = |it: &Option<String>| it.as_deref().is_some_and(|it| it != boot);
    match row.state {
        ClipState::Locked if ours && earlier(&row.boot_id) => drop(take_back(tx, &row, film).await?),
        ClipState::Submitted if ours && earlier(&row.reach) => drop(vanish(tx, &row, film).await?),
        ClipState::Submitted if ours && earlier(&row.boot_id) => row.ask_at_once(tx).await?,
        ClipState::Waiting
        | ClipState::Ready
        | ClipState::Locked
        | ClipState::Submitted
        | ClipState::Done
        | ClipState::Failed
        | ClipState::Cancelled => return Ok(false),
    }
    Ok(true)
}
