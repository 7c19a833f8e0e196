//! The start of a worker: its earlier starts' claims, found again or returned.

use rushes_core::{BootId, Film, Instant};

use super::claim::claim_of;
use super::sweep::{Reap, Reaped, passed_over, reap};
use crate::row::args;
use crate::sql;
use crate::{Answer, Error, Held, Holder, ImageClaim, ImageEnd, ImageEnding, Store};

/// What was returned at a start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Tasks that are ready again.
    pub returned: usize,
    /// Tasks that were given up.
    pub failed: usize,
}

impl Store {
    /// The claim of an earlier start, if the row still carries it: a result in the spool can be confirmed by it.
    pub async fn claim_of_start(
        &self,
        holder: &Holder,
        taskid: i64,
        claim_seq: i64,
        boot_id: &BootId,
    ) -> Result<Option<ImageClaim>, Error> {
        let earlier = Holder { worker_id: holder.worker_id.clone(), boot_id: boot_id.clone() };
        self.write(async |tx| {
            let key = args![taskid, claim_seq, &earlier.worker_id, &earlier.boot_id];
            let Some(row) = tx.row(&sql::IMAGE_OF_START, key).await? else { return Ok(None) };
            let mut claim = claim_of(tx, &row, &earlier, claim_seq).await?;
            claim.started_at = row.maybe_int("started_at")?.map(Instant);
            Ok(Some(claim))
        })
        .await
    }

    /// Returns what earlier starts of this worker hold, charged as the watchdog charges.
    pub async fn recover_images(&self, holder: &Holder, film: &Film) -> Result<Recovered, Error> {
        let mut recovered = Recovered::default();
        for row in self.rows(&sql::IMAGE_OF_EARLIER_STARTS, args![&holder.worker_id, &holder.boot_id]).await?
        {
            let taskid = row.int("taskid")?;
            match self.write(async |tx| reap(tx, taskid, &Reap::OtherStarts(holder), film).await).await {
                Ok(Reaped::Untouched | Reaped::Stamped) => {}
                Ok(Reaped::Returned) => recovered.returned += 1,
                Ok(Reaped::Failed) => recovered.failed += 1,
                Err(error) => passed_over(error)?,
            }
        }
        Ok(recovered)
    }

    /// Releases image rows that carry this start although it does not know them: claims whose answer was lost.
    pub async fn release_unknown(
        &self,
        holder: &Holder,
        unknown: &Held,
        film: &Film,
    ) -> Result<usize, Error> {
        let mut released = 0;
        for (taskid, claim_seq) in &unknown.images {
            let Some(claim) = self.claim_of_start(holder, *taskid, *claim_seq, &holder.boot_id).await? else {
                continue;
            };
            let end = ImageEnd { claim, ending: ImageEnding::Release, maker: String::new() };
            let answers = self.end_images(&[end], film).await?;
            released += usize::from(answers == [Answer::Applied]);
        }
        Ok(released)
    }
}
