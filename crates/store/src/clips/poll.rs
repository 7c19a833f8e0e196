//! Polls: each is a claim with a lease, so that one worker in the whole farm asks and fetches.

use std::time::Duration;

use rushes_core::{ClipEvent, ClipState, Instant, Scenecode, Timing, next_clip};

use super::ended::{Ending, record};
use super::row::{Claim, LEFT, held, readable};
use super::types::{NotFound, PollClaim};
use crate::images::{Taken, take};
use crate::row::{Row, args};
use crate::sql;
use crate::transaction::Tx;
use crate::{Answer, Error, Holder, Store};

/// How long a poll is one worker's own without a word from it.
pub(crate) const LEASE: Duration = Duration::from_secs(60);
/// A clip is lost when its platform did not know it so often in a row ..
const NOT_FOUND_UNTIL_LOST: u32 = 3;
/// .. over this time.
const NOT_FOUND_FOR: Duration = Duration::from_secs(600);

/// Past how many due rows that somebody holds up a poller looks before it gives up for now.
const MOST_HIDDEN: usize = 1000;

impl PollClaim {
    pub(super) fn claim(&self) -> Claim<'_> {
        Claim {
            scenecode: &self.scenecode,
            claim_seq: self.claim_seq,
            holder: &self.holder,
            state: ClipState::Submitted,
        }
    }
}

impl Store {
    /// Claims at most `most` polls that are due at these makers. Each is ours for a minute; a beat that names it makes
    /// the minute begin anew.
    pub async fn claim_polls(
        &self,
        holder: &Holder,
        makers: &[&str],
        most: usize,
    ) -> Result<Vec<PollClaim>, Error> {
        let mut claims = Vec::new();
        for maker in makers {
            let free = most.saturating_sub(claims.len());
            // An idle worker writes nothing.
            let due = args![*maker, &holder.boot_id, 1, 0];
            if free > 0 && self.row(&sql::CLIP_POLLS_LOOK, due).await?.is_some() {
                claims.extend(self.write(async |tx| take_polls(tx, holder, maker, free).await).await?);
            }
        }
        Ok(claims)
    }

    /// The platform still works on it, or the poll only says that it is still at it: the next is due after `wait`.
    pub async fn poll_running(&self, claim: &PollClaim, wait: Duration) -> Result<Answer, Error> {
        self.write(async |tx| match held(tx, &claim.claim(), LEFT).await? {
            Err(answer) => Ok(answer),
            Ok(row) => {
                let nothing: Option<i64> = None;
                let values = args![wait, 0, nothing, None::<String>];
                row.write(tx, &sql::CLIP_KEEP, values).await?;
                Ok(Answer::Applied)
            }
        })
        .await
    }

    /// The platform does not know the clip. Once may be a hiccup of the platform; the third time over ten minutes, or
    /// the first at a free maker, the clip is lost and its shot ready again.
    pub async fn poll_not_found(
        &self,
        claim: &PollClaim,
        wait: Duration,
        free: bool,
    ) -> Result<NotFound, Error> {
        self.write(async |tx| {
            let Ok(mut row) = held(tx, &claim.claim(), LEFT).await? else { return Ok(NotFound::Stale) };
            let since = *row.not_found_at.get_or_insert(row.now);
            row.not_found = row.not_found.saturating_add(1);
            if !free && !is_lost(row.not_found, since, row.now) {
                let values = args![wait, row.not_found, since.0, "the platform does not know the clip"];
                row.write(tx, &sql::CLIP_KEEP, values).await?;
                return Ok(NotFound::Again);
            }
            // A loss looks at no interval.
            let change = next_clip(row.task(), &ClipEvent::Vanished { free }, &Timing::default())?;
            let message = format!("the platform no longer knows the clip `{}`", claim.vdurl);
            row.leave(tx, &change, Some(&message)).await?;
            let ending = Ending { message: Some(&message), ..Ending::default() };
            record(tx, &row, &change, &ending).await?;
            Ok(NotFound::Lost)
        })
        .await
    }
}

/// Takes due polls one by one, in the order of their keys. Rows that somebody holds up are looked past.
async fn take_polls(tx: &mut Tx, holder: &Holder, maker: &str, most: usize) -> Result<Vec<PollClaim>, Error> {
    let (mut claims, mut hidden) = (Vec::new(), 0);
    while claims.len() < most && hidden <= MOST_HIDDEN {
        let wanted = args![maker, &holder.boot_id, most - claims.len(), hidden];
        let page = tx.rows(&sql::CLIP_POLLS, wanted).await?;
        if page.is_empty() {
            break;
        }
        let read = page.iter().map(|row| readable(candidate_of(row, holder)));
        let mut candidates = read.collect::<Result<Vec<_>, Error>>()?;
        candidates.sort_by(|one, other| key_of(one).cmp(&key_of(other)));
        for candidate in candidates {
            let Some(claim) = candidate else {
                hidden += 1;
                continue;
            };
            let by_key =
                args![&holder.worker_id, &holder.boot_id, LEASE, &claim.scenecode, claim.claim_seq - 1];
            match take(tx, &sql::CLIP_TAKE_POLL, by_key).await? {
                Taken::Ours => claims.push(claim),
                Taken::Moved => {}
                Taken::Locked => hidden += 1,
            }
        }
    }
    Ok(claims)
}

fn key_of(candidate: &Option<PollClaim>) -> Option<&Scenecode> {
    candidate.as_ref().map(|it| &it.scenecode)
}

/// The claim that a due row becomes if it is taken.
fn candidate_of(row: &Row, holder: &Holder) -> Result<PollClaim, Error> {
    Ok(PollClaim {
        scenecode: row.scenecode("scenecode")?,
        claim_seq: row.int("claim_seq")? + 1,
        holder: holder.clone(),
        vdurl: row.text("vdurl")?,
        maker: row.text("maker")?,
        maker_ref: row.maybe_text("maker_ref")?.unwrap_or_default(),
        aiwords: row.maybe_text("aiwords")?.unwrap_or_default(),
        retry_count: row.count("retry_count")?,
        not_found: row.count("not_found")?,
        submitted_at: row.maybe_instant("submitted_at")?,
        submission: row.maybe_int("submission")?,
        named_before: row.maybe_text("named_before")?,
    })
}

/// Whether a platform that did not know a clip `count` times in a row, since `since`, will ever know it again.
fn is_lost(count: u32, since: Instant, now: Instant) -> bool {
    count >= NOT_FOUND_UNTIL_LOST && now.since(since) >= NOT_FOUND_FOR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clip_is_lost_at_the_third_time_over_ten_minutes() {
        let minutes = |it: i64| Instant(it * 60_000);
        assert!(is_lost(3, minutes(0), minutes(10)));
        assert!(!is_lost(3, minutes(0), Instant(599_999)));
        assert!(!is_lost(2, minutes(0), minutes(60)));
        assert!(!is_lost(9, minutes(10), minutes(0)));
    }
}
