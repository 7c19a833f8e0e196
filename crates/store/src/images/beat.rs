//! The heartbeat: one statement for all claims, and what it finds out.

use std::collections::HashSet;

use rushes_core::{Instant, Scenecode};

use crate::clips::POLL_LEASE;
use crate::connect::Lane;
use crate::row::args;
use crate::sql;
use crate::{Error, Holder, Store};

/// The claims that a worker holds, as pairs of key and claim.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
    /// Rows of `dbvideo_arcpictask`.
    pub images: Vec<(i64, i64)>,
    /// Rows of `dbvideo_process`: locks, and polls whose clip is being fetched. A clip that only waits for its next
    /// poll is nobody's, and a beat for it would put that poll off.
    pub clips: Vec<(Scenecode, i64)>,
}

/// What a worker does now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doing {
    /// "working", "idle", "resting", "draining" ..
    pub state: String,
    /// In words, for people.
    pub text: String,
    /// The type that it claims now.
    pub current_type: String,
    /// How far this machine's clock is from the database's.
    pub skew_ms: i64,
    /// Free space on the media root.
    pub free_bytes: u64,
}

/// What a beat found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeatAnswer {
    /// The database's clock.
    pub now: Instant,
    /// Claims that are no longer ours.
    pub lost: Held,
    /// Rows that carry this start of the worker although it did not name them: claims whose answer was lost.
    pub unknown: Held,
    /// What is wanted of this worker ("", "pause", "drain").
    pub wanted: String,
    /// The types that it is to claim first, parted by commas.
    pub prefers: String,
    /// What it is to take part in, parted by commas.
    pub stages: String,
    /// How many shots it is to make frames for at once.
    pub slots: u32,
}

impl Store {
    /// Beats for every claim of a worker and for the worker itself. `None`: another start has taken its id.
    pub async fn beat(
        &self,
        holder: &Holder,
        held: &Held,
        doing: &Doing,
    ) -> Result<Option<BeatAnswer>, Error> {
        self.beat_rows(holder, held).await?;
        let answer = self
            .transaction(Lane::Beat, async |tx| {
                let values = args![
                    &doing.state,
                    &doing.text,
                    &doing.current_type,
                    doing.skew_ms,
                    doing.free_bytes,
                    &holder.worker_id,
                    &holder.boot_id,
                ];
                tx.execute(&sql::BEAT_WORKER, values).await?;
                tx.row(&sql::BEAT_WANTED, args![&holder.worker_id, &holder.boot_id]).await
            })
            .await?;
        let Some(row) = answer else { return Ok(None) };
        // Read after the beat, so that a row which the beat did not touch is looked at once more.
        let there = self.held(holder).await?;
        Ok(Some(BeatAnswer {
            now: Instant(row.int("now")?),
            lost: difference(held, &there),
            unknown: difference(&there, held),
            wanted: row.text("wanted")?,
            prefers: row.text("prefers")?,
            stages: row.text("stages")?,
            slots: row.count("slots")?,
        }))
    }

    async fn beat_rows(&self, holder: &Holder, held: &Held) -> Result<(), Error> {
        if !held.images.is_empty() {
            let pairs = serde_json::to_string(&held.images).expect("pairs of numbers are JSON");
            let values = args![&holder.worker_id, &holder.boot_id, pairs];
            self.transaction(Lane::Beat, async |tx| tx.execute(&sql::IMAGE_BEAT, values.clone()).await)
                .await?;
        }
        if !held.clips.is_empty() {
            let pairs: Vec<(&str, i64)> =
                held.clips.iter().map(|(code, seq)| (code.as_str(), *seq)).collect();
            let pairs = serde_json::to_string(&pairs).expect("pairs of text and number are JSON");
            let values = args![POLL_LEASE, &holder.worker_id, &holder.boot_id, pairs];
            self.transaction(Lane::Beat, async |tx| tx.execute(&sql::CLIP_BEAT, values.clone()).await)
                .await?;
        }
        Ok(())
    }

    /// Every row that carries this start of a worker.
    pub async fn held(&self, holder: &Holder) -> Result<Held, Error> {
        self.transaction(Lane::Beat, async |tx| {
            let mut held = Held::default();
            for row in tx.rows(&sql::IMAGE_HELD, args![&holder.worker_id, &holder.boot_id]).await? {
                held.images.push((row.int("taskid")?, row.int("claim_seq")?));
            }
            for row in tx.rows(&sql::CLIP_HELD, args![&holder.worker_id, &holder.boot_id]).await? {
                held.clips.push((row.scenecode("scenecode")?, row.int("claim_seq")?));
            }
            Ok(held)
        })
        .await
    }
}

fn difference(from: &Held, without: &Held) -> Held {
    let images: HashSet<_> = without.images.iter().collect();
    let clips: HashSet<_> = without.clips.iter().collect();
    Held {
        images: from.images.iter().filter(|it| !images.contains(it)).copied().collect(),
        clips: from.clips.iter().filter(|it| !clips.contains(it)).cloned().collect(),
    }
}
