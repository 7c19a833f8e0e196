//! One worker from its start to its end.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize};

use rushes_core::Film;
use rushes_media::MediaRoot;
use rushes_store::Store;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::Error;
use crate::beat::{BeatEnd, beat_loop};
use crate::clip::{poll_loop, submit_loop};
use crate::confirm::{confirm_loop, queue};
use crate::farm::{Config, Farm, Makers};
use crate::frames::claim_loop;
use crate::gate::Fence;
use crate::held::HeldClaims;
use crate::rest::Rests;
use crate::spool::Spool;
use crate::start::{recover, register};
use crate::stop::{Level, StopHandle};
use crate::tuned::Tuned;
use crate::watchdog::{look_at_ended_by_hand, watch_loop};

/// How a worker ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Every shot has ended.
    Done,
    /// It was told to stop.
    Stopped,
}

/// Works until the signal is raised, or until every shot has ended if the worker was told so.
pub async fn run(
    config: Config,
    film: Film,
    store: Store,
    media: MediaRoot,
    makers: Makers,
    stop: StopHandle,
) -> Result<Exit, Error> {
    let spool = Spool::lock(&config.spool, config.holder.worker_id.as_str())?;
    if !register(&config, &store, &film, &spool, stop.watch()).await? {
        return Ok(Exit::Stopped);
    }
    let (confirmer, ends) = queue();
    let submits = config.stages.clips && makers.clips.is_some();
    let fence = Fence::new(film.timing.stale);
    let tuned = Mutex::new(Tuned::of(&config));
    let farm = Arc::new(Farm {
        config,
        film,
        store,
        media,
        makers,
        spool,
        held: HeldClaims::default(),
        rests: Rests::default(),
        fence,
        stop,
        confirmer,
        wanted: Mutex::default(),
        tuned,
        current_type: Mutex::default(),
        loads: Mutex::default(),
        making: AtomicUsize::new(0),
        at_our_maker: AtomicUsize::new(0),
        submits: AtomicBool::new(submits),
        alone: AtomicBool::new(false),
        told: Mutex::default(),
        free_bytes: AtomicI64::new(i64::MAX),
        no_media: Mutex::default(),
        wake: Notify::new(),
    });
    if !recover(&farm).await? {
        return Ok(leave(&farm, Exit::Stopped).await);
    }
    let (end_beat, beat_ends) = watch::channel(false);
    let beat = tokio::spawn(beat_loop(Arc::clone(&farm), beat_ends));
    let confirm = tokio::spawn(confirm_loop(Arc::clone(&farm), ends));
    let done = work(&farm).await;
    // Nothing is held any more: the confirmer has written every end that was waited for.
    confirm.abort();
    let _ = end_beat.send(true);
    let beat = beat.await.unwrap_or(BeatEnd::Told);
    if beat == BeatEnd::Replaced {
        return Err(Error::Replaced { worker_id: farm.worker_id().to_owned() });
    }
    Ok(leave(&farm, if done { Exit::Done } else { Exit::Stopped }).await)
}

/// The last words of a worker.
async fn leave(farm: &Farm, exit: Exit) -> Exit {
    farm.spool.forget_the_rest();
    if let Err(error) = farm.store.worker_left(farm.holder()).await {
        tracing::warn!(%error, "could not say goodbye");
    }
    exit
}

/// The loops that take work; says whether every shot has ended.
async fn work(farm: &Arc<Farm>) -> bool {
    let mut loops: JoinSet<()> = JoinSet::new();
    loops.spawn(watch_loop(Arc::clone(farm)));
    if farm.config.stages.frames {
        loops.spawn(claim_loop(Arc::clone(farm)));
    }
    if farm.config.stages.clips
        && let Some(maker) = farm.makers.clips.clone()
    {
        loops.spawn(submit_loop(Arc::clone(farm), Arc::clone(&maker)));
        loops.spawn(poll_loop(Arc::clone(farm), maker));
    }
    let done = if farm.config.until_done { until_done(farm).await } else { false };
    while let Some(ended) = loops.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "a loop stopped; the worker stops too");
            farm.stop.raise(Level::Drain);
        }
    }
    done
}

/// What this worker waits for: whoever makes no clips has nothing to do once the frames are there.
async fn open(farm: &Farm) -> Result<u64, Error> {
    if !farm.stages().clips {
        return Ok(farm.store.open_frames().await?);
    }
    let open = farm.store.open_shots().await?;
    if open > 0 || look_at_ended_by_hand(&farm.store, &farm.film, &farm.media).await? == 0 {
        return Ok(open);
    }
    // A person has put the files of a shot there meanwhile.
    Ok(farm.store.open_shots().await?)
}

/// Waits until every shot has ended, and then tells the loops to stop.
async fn until_done(farm: &Farm) -> bool {
    let mut stop = farm.stop.watch();
    loop {
        match open(farm).await {
            Ok(0) => {
                farm.stop.raise(Level::Drain);
                return true;
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "could not look whether the film is done"),
        }
        tokio::select! {
            () = tokio::time::sleep(farm.film.timing.scan) => {}
            () = stop.reached(Level::Drain) => return false,
        }
    }
}
