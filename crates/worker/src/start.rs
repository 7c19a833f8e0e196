//! The start of a worker: its id, its spool, what earlier starts left behind.

use std::time::Duration;

use rushes_core::Film;
use rushes_store::{Answer, Registered, Store, WorkerRow};

use crate::Error;
use crate::clip::settle_submissions;
use crate::farm::{Config, Farm};
use crate::frames::confirm_spooled;
use crate::spool::Spool;
use crate::stop::{Level, Stop};

/// How many beats of an earlier start are waited for before it counts as dead.
const BEATS_WATCHED: u32 = 3;

/// Enters the farm under the worker's id, or says who has it. `false`: told to stop before that was clear.
pub(crate) async fn register(
    config: &Config,
    store: &Store,
    film: &Film,
    spool: &Spool,
    stop: Stop,
) -> Result<bool, Error> {
    let (host, mine) = (config.info.host.as_str(), config.holder.boot_id.to_string());
    // Noted before the farm knows it: whenever this start dies, the next one here knows that it is dead.
    let mut boots = spool.boots(host);
    boots.push(mine.clone());
    spool.note_boots(host, &boots)?;
    if let Registered::Occupied(earlier) = store.register_worker(&config.holder, &config.info).await? {
        // The spool's lock was free, so the starts that used it are dead. One that left is dead as well.
        let ours = boots.iter().any(|it| it == earlier.boot_id.as_str());
        if !ours && earlier.ended_at.is_none() {
            let mut stopped = stop;
            tokio::select! {
                watched = watch_beats(config, store, film, &earlier) => watched?,
                () = stopped.reached(Level::Drain) => return Ok(false),
            }
        }
        take_over(config, store, &earlier).await?;
    }
    spool.note_boots(host, &[mine])?;
    Ok(true)
}

async fn take_over(config: &Config, store: &Store, earlier: &WorkerRow) -> Result<(), Error> {
    match store.take_over(&config.holder, &config.info, &earlier.boot_id).await? {
        Answer::Applied | Answer::Already => Ok(()),
        Answer::Stale | Answer::Gone => Err(taken(config, &earlier.host)),
    }
}

/// Watches whether an earlier start of this id, on a machine that we cannot see, still beats.
async fn watch_beats(config: &Config, store: &Store, film: &Film, earlier: &WorkerRow) -> Result<(), Error> {
    let worker = config.holder.worker_id.as_str();
    // A little more than three beats, in short steps so that a living one is found at once.
    let steps = (BEATS_WATCHED + 1) * 4;
    let seconds = (film.timing.beat * (BEATS_WATCHED + 1)).as_secs();
    tracing::info!(
        worker,
        host = earlier.host,
        seconds,
        "watches whether an earlier start still beats, for so long"
    );
    for _ in 0..steps {
        tokio::time::sleep(film.timing.beat.max(Duration::from_millis(4)) / 4).await;
        let now = store.worker_row(&config.holder.worker_id).await?;
        let same = now.is_some_and(|it| it.beats == earlier.beats && it.boot_id == earlier.boot_id);
        if !same {
            return Err(taken(config, &earlier.host));
        }
    }
    Ok(())
}

fn taken(config: &Config, host: &str) -> Error {
    Error::IdTaken { worker_id: config.holder.worker_id.to_string(), host: host.to_owned() }
}

/// Spool first, then the rest: what was made is confirmed, what was not is returned as the watchdog would.
/// `false`: told to stop before that was done.
pub(crate) async fn recover(farm: &Farm) -> Result<bool, Error> {
    let Some(confirmed) = confirm_spooled(farm).await? else { return Ok(false) };
    let settled = settle_submissions(farm).await?;
    let images = farm.store.recover_images(farm.holder(), &farm.film).await?;
    let clips = farm.store.recover_clips(farm.holder(), &farm.film).await?.len();
    if confirmed + settled + images.returned + images.failed + clips > 0 {
        tracing::info!(
            worker = farm.worker_id(),
            confirmed,
            settled,
            returned = images.returned,
            failed = images.failed,
            clips,
            "took up what an earlier start left"
        );
    }
    Ok(true)
}
