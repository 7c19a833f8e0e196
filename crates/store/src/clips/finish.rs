//! The end of a poll: the clip is there, or the platform gave it up.

use rushes_core::{ClipEvent, Fault, Film, Timing, next_clip};

use super::ended::{Ending, record};
use super::ledger;
use super::row::{FINISHED, LEFT, held};
use super::types::{ClipMeta, PollClaim};
use crate::maker::heed;
use crate::row::args;
use crate::sql;
use crate::text::clean;
use crate::transaction::Tx;
use crate::{Answer, Error, Store};

impl Store {
    /// The clip was fetched, checked and placed. Its file is in place before; nothing here touches a file or a network.
    pub async fn finish_clip(&self, claim: &PollClaim, meta: &ClipMeta) -> Result<Answer, Error> {
        self.write(async |tx| match held(tx, &claim.claim(), FINISHED).await? {
            Err(answer) => Ok(answer),
            Ok(row) => {
                // A good end looks at no interval.
                let change = next_clip(row.task(), &ClipEvent::Finished, &Timing::default())?;
                row.write(tx, &sql::CLIP_FINISH, vec![]).await?;
                let (cost, currency) = cost_of(tx, claim, meta).await?;
                place(tx, claim, meta, cost, currency).await?;
                let ending = Ending { bytes: Some(meta.bytes), cost, ..Ending::default() };
                record(tx, &row, &change, &ending).await?;
                tx.execute(&sql::ALERT_OVER_SHOT, args![&claim.scenecode]).await?;
                Ok(Answer::Applied)
            }
        })
        .await
    }

    /// The platform gave the clip up, or asking and fetching went wrong.
    pub async fn fail_poll(
        &self,
        claim: &PollClaim,
        fault: &Fault,
        chance: f64,
        film: &Film,
    ) -> Result<Answer, Error> {
        self.write(async |tx| {
            heed(tx, &claim.maker, fault).await?;
            match held(tx, &claim.claim(), LEFT).await? {
                Err(answer) => Ok(answer),
                Ok(row) => {
                    let event = ClipEvent::Fault { class: fault.class, wait: fault.retry_after, chance };
                    let change = next_clip(row.task(), &event, &film.timing)?;
                    row.leave(tx, &change, Some(&fault.message)).await?;
                    let (fault, message) = (Some(fault.class), Some(fault.message.as_str()));
                    record(tx, &row, &change, &Ending { fault, message, ..Ending::default() }).await?;
                    Ok(Answer::Applied)
                }
            }
        })
        .await
    }
}

/// What the clip cost: the ledger learns it where the platform says so only at the end.
async fn cost_of(
    tx: &mut Tx,
    claim: &PollClaim,
    meta: &ClipMeta,
) -> Result<(Option<f64>, Option<String>), Error> {
    let Some(id) = claim.submission else { return Ok((meta.cost, meta.currency.clone())) };
    if meta.cost.is_some() {
        let values = args![meta.cost, meta.currency.as_deref().map(clean), id];
        tx.execute(&sql::SUBMISSION_COST, values).await?;
        return Ok((meta.cost, meta.currency.clone()));
    }
    Ok(ledger::read(tx, id).await?.map_or((None, None), |it| (it.cost, it.currency)))
}

/// Writes the clip's own row, in the place of the one before.
async fn place(
    tx: &mut Tx,
    claim: &PollClaim,
    meta: &ClipMeta,
    cost: Option<f64>,
    currency: Option<String>,
) -> Result<(), Error> {
    let values = args![
        claim.claim_seq,
        &meta.path,
        clean(&meta.source),
        meta.bytes,
        &meta.sha256,
        meta.width,
        meta.height,
        meta.fps,
        meta.duration,
        &meta.codec,
        &claim.maker,
        &claim.vdurl,
        cost,
        currency.as_deref().map(clean),
        &claim.scenecode,
    ];
    if tx.execute(&sql::CLIP_META_UPDATE, values.clone()).await? == 0 {
        tx.execute(&sql::CLIP_META_INSERT, values).await?;
    }
    Ok(())
}
