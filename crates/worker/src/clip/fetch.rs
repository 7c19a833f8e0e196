//! Fetching a finished clip at once: its address dies within an hour or a day.

use std::path::PathBuf;
use std::time::Duration;

use rushes_core::{Fault, FaultClass, Film, Shot};
use rushes_makers::ClipMaker;
use rushes_media::{ClipExpectation, ClipFacts, check_clip, clip_path, file_stem};
use rushes_store::{Answer, ClipMeta, PollClaim};

use crate::farm::Farm;
use crate::frames::{blocking, chain};
use crate::patience::until_answered;
use crate::published::Published;
use crate::step::{Step, reach};

const FETCH_LIMIT: Duration = Duration::from_secs(600);

/// A clip in the spool, or as much of it as came; it goes when nobody fetches it any more.
struct Spooled<'a>(&'a Farm, PathBuf);

impl Drop for Spooled<'_> {
    fn drop(&mut self) {
        self.0.spool.forget(&self.1);
    }
}

/// Fetches, checks, places and finishes a clip. A fault of the network or of this machine leaves the row submitted:
/// a failed download never submits again.
pub(super) async fn fetch(
    farm: &Farm,
    maker: &dyn ClipMaker,
    claim: &PollClaim,
    source: &str,
    published: &Published,
) -> Result<(), Fault> {
    let shot = shot_of(farm, claim).await?;
    let spooled = Spooled(farm, farm.spool.clip_path(&file_stem(&claim.scenecode), claim.claim_seq));
    let fetched = tokio::time::timeout(FETCH_LIMIT, maker.fetch(&claim.vdurl, source, &spooled.1)).await;
    fetched.unwrap_or_else(|_| {
        Err(Fault::new(FaultClass::Down, format!("the download took longer than {FETCH_LIMIT:?}")))
    })?;
    let (path, facts) = check_and_place(farm, claim, &shot, spooled.1.clone(), published).await?;
    reach(Step::Fetched);
    let (scenecode, seq, frames, bytes) =
        (claim.scenecode.as_str(), claim.claim_seq, facts.frames, facts.bytes);
    tracing::debug!(scenecode, claim = seq, path, frames, bytes, "fetched, checked and placed the clip");
    finish(farm, claim, source, path, facts, published).await;
    Ok(())
}

async fn shot_of(farm: &Farm, claim: &PollClaim) -> Result<Shot, Fault> {
    match farm.store.shot(&claim.scenecode).await {
        Ok(Some(shot)) => Ok(shot),
        Ok(None) => Err(Fault::new(FaultClass::Refused, "the storyboard has no row for this clip")),
        Err(error) => Err(Fault::new(FaultClass::Machine, chain(&error))),
    }
}

async fn check_and_place(
    farm: &Farm,
    claim: &PollClaim,
    shot: &Shot,
    spooled: PathBuf,
    published: &Published,
) -> Result<(String, ClipFacts), Fault> {
    let expected = expectation(&farm.film, shot);
    let name = clip_path(shot.chapter, &claim.scenecode, claim.claim_seq, &claim.holder.boot_id);
    let (media, published) = (farm.media.clone(), published.clone());
    blocking(move || {
        let checked = check_clip(&spooled, &expected);
        checked.and_then(|facts| {
            let placed = published.place(&media, &spooled, &name)?;
            Ok((placed.relative, facts))
        })
    })
    .await
}

/// What a clip of this shot has to be.
pub(crate) fn expectation(film: &Film, shot: &Shot) -> ClipExpectation {
    ClipExpectation { width: film.width, height: film.height, fps: film.fps, duration: shot.duration }
}

async fn finish(
    farm: &Farm,
    claim: &PollClaim,
    source: &str,
    path: String,
    facts: ClipFacts,
    published: &Published,
) {
    let meta = ClipMeta {
        path,
        source: source.to_owned(),
        bytes: facts.bytes,
        sha256: facts.sha256,
        width: facts.width,
        height: facts.height,
        fps: facts.fps,
        duration: Duration::from_millis(facts.duration_ms),
        codec: facts.codec,
        cost: None,
        currency: None,
    };
    let placed = published.hand_over();
    let answer = until_answered!(farm, farm.store.finish_clip(claim, &meta));
    let (scenecode, seq) = (claim.scenecode.as_str(), claim.claim_seq);
    match answer {
        Some(Answer::Applied | Answer::Already) => {
            tracing::info!(worker = farm.worker_id(), scenecode, claim = seq, "clip done");
            farm.remove_files(claim.named_before.iter().filter(|it| **it != meta.path).cloned().collect())
                .await;
            farm.remove_earlier(placed).await;
        }
        Some(Answer::Stale | Answer::Gone) => {
            farm.remove_files(placed).await;
            tracing::warn!(scenecode, claim = seq, "stale: clip dropped");
        }
        None => {}
    }
}
