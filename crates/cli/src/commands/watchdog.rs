//! `rushes watchdog`: what each worker does beside its work, alone.

use rushes_core::Film;
use rushes_media::MediaRoot;
use rushes_store::{Store, Watch};
use rushes_worker::{SweepReport, sweep};
use serde_json::json;

use crate::args::Watchdog;
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::signal::Presses;

/// Sweeps once, or every few minutes until told to stop.
pub async fn watchdog(project: &Project, typed: &Watchdog) -> Result<(), Failure> {
    let store = project.store().await?;
    let film = project.film(&store).await?;
    let media = project.shared_media(&store).await?;
    let json = typed.format.json;
    if typed.once {
        let report = sweep(&store, &film, Some(&media)).await?;
        say(&if json { as_json(report) } else { words(report) });
        return Ok(());
    }
    let mut presses = Presses::listen()?;
    if !json {
        say("The watchdog watches; Ctrl-C ends it.");
    }
    tokio::select! {
        () = presses.next() => Ok(()),
        failed = watch(&store, &film, &media, json) => failed,
    }
}

async fn watch(store: &Store, film: &Film, media: &MediaRoot, json: bool) -> Result<(), Failure> {
    let me = format!("watchdog/{}", std::process::id());
    let mut seasoned = false;
    loop {
        match store.watch(&me, seasoned, film).await {
            Ok(Watch::Sweep) => {
                let report = sweep(store, film, Some(media)).await?;
                store.swept(&me).await?;
                // Who reads JSON sees from an empty sweep that the watchdog lives.
                if json {
                    say(&as_json(report));
                } else if report != SweepReport::default() {
                    say(&words(report));
                }
            }
            Ok(Watch::Wait | Watch::Theirs | Watch::Grace(_)) => {}
            Err(error) if error.is_away() => tracing::warn!(%error, "the database is away"),
            Err(error) => return Err(error.into()),
        }
        seasoned = true;
        tokio::time::sleep(film.timing.beat.min(film.timing.sweep)).await;
    }
}

fn words(report: SweepReport) -> String {
    let SweepReport { returned, failed, stamped, by_hand } = report;
    format!(
        "{returned} taken back, {failed} given up, {stamped} without a beat stamped, {by_hand} ended by hand taken on"
    )
}

/// One line for each sweep.
fn as_json(report: SweepReport) -> String {
    let SweepReport { returned, failed, stamped, by_hand } = report;
    json!({"taken_back": returned, "given_up": failed, "stamped": stamped, "ended_by_hand": by_hand})
        .to_string()
}
