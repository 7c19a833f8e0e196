//! The heartbeat: keeps every claim, finds out what was lost, and is the last thing to stop.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

use rushes_core::{Instant, Scenecode};
use rushes_store::{BeatAnswer, Doing, Held};
use tokio::sync::watch;

use crate::clock::BootClock;
use crate::farm::Farm;
use crate::frames::chain;
use crate::held::Key;
use crate::stop::Level;

/// How a beat loop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BeatEnd {
    /// It was told to.
    Told,
    /// Another start has taken this worker's id.
    Replaced,
}

/// Rows that carry our start although we do not know them; released when two beats in a row saw them.
#[derive(Debug, Default)]
struct Suspects {
    images: HashSet<(i64, i64)>,
    clips: HashSet<(Scenecode, i64)>,
}

/// Beats until `end` says so.
pub(crate) async fn beat_loop(farm: Arc<Farm>, mut end: watch::Receiver<bool>) -> BeatEnd {
    let mut suspects = Suspects::default();
    let mut skew = 0;
    loop {
        farm.look_at_disk().await;
        let sent = BootClock::now();
        match farm.store.beat(farm.holder(), &farm.held.snapshot(), &doing(&farm, skew)).await {
            Ok(Some(answer)) => {
                farm.fence.answered(sent);
                skew = skew_of(answer.now);
                settle(&farm, answer, &mut suspects).await;
            }
            Ok(None) => {
                farm.fence.shut();
                farm.stop.raise(Level::HandBack);
                return BeatEnd::Replaced;
            }
            Err(error) => farm.tell("no beat", &error),
        }
        tokio::select! {
            () = tokio::time::sleep(farm.film.timing.beat) => {}
            // An error means that the sender is gone, and with it the reason to beat.
            _ = end.wait_for(|it| *it) => return BeatEnd::Told,
        }
    }
}

async fn settle(farm: &Farm, answer: BeatAnswer, suspects: &mut Suspects) {
    *farm.wanted.lock().unwrap_or_else(PoisonError::into_inner) = answer.wanted.clone();
    farm.tune(&answer);
    if answer.wanted == "drain" {
        farm.stop.raise(Level::Drain);
    }
    for (taskid, claim_seq) in answer.lost.images {
        if farm.held.lose(&Key::Image { taskid, claim_seq }) {
            // Or it has just ended well: whoever holds it says so itself.
            tracing::debug!(worker = farm.worker_id(), taskid, claim = claim_seq, "lost a claim");
        }
    }
    for (scenecode, claim_seq) in answer.lost.clips {
        if farm.held.lose(&Key::Clip { scenecode: scenecode.clone(), claim_seq }) {
            tracing::debug!(worker = farm.worker_id(), %scenecode, claim = claim_seq, "lost the claim of a clip");
        }
    }
    release(farm, answer.unknown, suspects).await;
}

/// A row that carries our start, but that neither this beat nor the one before knew: its claim's answer was lost.
async fn release(farm: &Farm, unknown: Held, suspects: &mut Suspects) {
    let images: HashSet<(i64, i64)> = unknown.images.into_iter().collect();
    let clips: HashSet<(Scenecode, i64)> = unknown.clips.into_iter().collect();
    let held = farm.held.snapshot();
    let twice = Held {
        images: images
            .intersection(&suspects.images)
            .filter(|it| !held.images.contains(it))
            .copied()
            .collect(),
        clips: clips.intersection(&suspects.clips).filter(|it| !held.clips.contains(it)).cloned().collect(),
    };
    *suspects = Suspects { images, clips };
    if twice == Held::default() {
        return;
    }
    let released = farm.store.release_unknown(farm.holder(), &twice, &farm.film).await;
    let locks = farm.store.release_unknown_clips(farm.holder(), &twice, &farm.film).await;
    match (released, locks) {
        (Ok(0), Ok(0)) => {}
        (Ok(released), Ok(locks)) => {
            tracing::info!(
                worker = farm.worker_id(),
                released,
                locks,
                "released claims whose answer was lost"
            );
        }
        (Err(error), _) | (_, Err(error)) => {
            tracing::warn!(error = chain(&error), "could not release claims whose answer was lost");
        }
    }
}

fn doing(farm: &Farm, skew_ms: i64) -> Doing {
    let making = farm.making.load(Ordering::Relaxed);
    let clips = farm.held.len().saturating_sub(making);
    let hours = farm.hours_now().map(|(_, words)| format!("; {words}")).unwrap_or_default();
    let told = farm.told().map(|it| format!("; told: {it}")).unwrap_or_default();
    let rests = farm.rests.words();
    let rest = rests.as_ref().map(|it| format!("; {it}")).unwrap_or_default();
    let text = format!("{making} in frames, {clips} in clips{hours}{rest}{told}");
    let (state, text) = match farm.closed() {
        Some(reason) => (reason.split(':').next().unwrap_or("waiting").to_owned(), reason + &told),
        None if farm.held.len() > 0 => ("working".to_owned(), text),
        None => match rests {
            Some(rests) => ("resting".to_owned(), format!("resting: {rests}{hours}{told}")),
            None => ("idle".to_owned(), format!("looks for work{hours}{told}")),
        },
    };
    let current_type = farm.current_type.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let free_bytes = u64::try_from(farm.free_bytes.load(Ordering::Relaxed)).unwrap_or(0);
    Doing { state, text, current_type, skew_ms, free_bytes }
}

/// How far this machine's clock is ahead of the database's.
fn skew_of(database: Instant) -> i64 {
    let here = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    i64::try_from(here).unwrap_or(i64::MAX).saturating_sub(database.0)
}
