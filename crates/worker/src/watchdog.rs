//! The watchdog: returns what nobody beats for, in every worker and alone.

use std::sync::Arc;

use rushes_core::Film;
use rushes_media::MediaRoot;
use rushes_store::{EndedByHand, Store, Watch};

use crate::Error;
use crate::farm::Farm;
use crate::stop::Level;

/// What one sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Image claims and clip locks that were taken back.
    pub returned: usize,
    /// Tasks that were given up.
    pub failed: usize,
    /// Missing or future beats that were stamped.
    pub stamped: usize,
    /// Shots that a person ended and whose clip will now be made.
    pub by_hand: usize,
}

/// Sweeps over the whole film once.
pub async fn sweep(store: &Store, film: &Film, media: Option<&MediaRoot>) -> Result<SweepReport, Error> {
    let images = store.sweep_images(film).await?;
    let clips = store.sweep_clips(film).await?;
    let mut report = SweepReport {
        returned: images.returned + clips.returned + clips.vanished + clips.abandoned,
        failed: images.failed + clips.held,
        stamped: images.stamped + clips.stamped,
        by_hand: 0,
    };
    if let Some(media) = media {
        report.by_hand = look_at_ended_by_hand(store, film, media).await?;
    }
    Ok(report)
}

/// Looks at the shots that a person ended; says how many go on to their clip.
pub async fn look_at_ended_by_hand(store: &Store, film: &Film, media: &MediaRoot) -> Result<usize, Error> {
    let mut accepted = 0;
    for ended in store.ended_by_hand().await? {
        accepted += usize::from(accept_by_hand(store, film, media, &ended).await?);
    }
    Ok(accepted)
}

/// A shot that a person ended goes on if its files are there; otherwise a person is told, once.
async fn accept_by_hand(
    store: &Store,
    film: &Film,
    media: &MediaRoot,
    ended: &EndedByHand,
) -> Result<bool, Error> {
    let missing = |path: &Option<String>| match path {
        None => Some("no file".to_owned()),
        Some(path) => match media.resolve(path) {
            Ok(file) if file.is_file() => None,
            Ok(_) => Some(format!("`{path}`, which is not in the media folder")),
            // The error names the path itself.
            Err(error) => Some(format!("a file that cannot be taken: could not {error}")),
        },
    };
    match missing(&ended.firstpic).or_else(|| missing(&ended.secondpic)) {
        None => {
            store.accept_by_hand(ended, film).await?;
            Ok(true)
        }
        Some(what) => {
            let message =
                format!("completed by hand, but it names {what}: put both files there or run it again");
            store.alert_by_hand(ended, &message).await?;
            Ok(false)
        }
    }
}

/// Watches until the worker stops.
pub(crate) async fn watch_loop(farm: Arc<Farm>) {
    let mut stop = farm.stop.watch();
    let me = format!("{}/{}", farm.worker_id(), farm.holder().boot_id);
    let mut seasoned = false;
    loop {
        match round(&farm, &me, seasoned).await {
            Ok(()) => seasoned = true,
            Err(error) => {
                let away = matches!(&error, Error::Store(error) if error.is_away());
                farm.tell_of("the watchdog could not look", &error, away);
            }
        }
        tokio::select! {
            () = tokio::time::sleep(farm.film.timing.beat.min(farm.film.timing.sweep)) => {}
            () = stop.reached(Level::Drain) => return,
        }
    }
}

async fn round(farm: &Farm, me: &str, seasoned: bool) -> Result<(), Error> {
    match farm.store.watch(me, seasoned, &farm.film).await? {
        Watch::Theirs | Watch::Wait => {}
        Watch::Grace(until) => {
            tracing::warn!(until = until.0, "the whole farm was away: nothing is taken back yet")
        }
        Watch::Sweep => {
            let report = sweep(&farm.store, &farm.film, Some(&farm.media)).await?;
            farm.store.swept(me).await?;
            if report != SweepReport::default() {
                tracing::info!(?report, "the watchdog swept");
                farm.wake.notify_waiters();
            }
        }
    }
    Ok(())
}
