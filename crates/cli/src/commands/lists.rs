//! `rushes shots`, `workers`, `alerts` and `worklog`: one line each.

use std::time::Duration;

use rushes_core::{Instant, Scenecode};
use rushes_store::{BoardFilter, BoardRow, WorkerRow, WorklogRow};

use crate::args::{Listing, Shots, Worklog};
use crate::board::filtered_board;
use crate::commands::contact::state_word;
use crate::progress::duration_words;
use crate::project::Project;
use crate::report::Failure;
use crate::say;

/// The shots.
pub async fn shots(project: &Project, typed: &Shots) -> Result<(), Failure> {
    let store = project.store().await?;
    store.film().await?;
    let filter = BoardFilter { chapter: typed.chapter, ..BoardFilter::default() };
    for row in filtered_board(&store, &filter).await? {
        say(&shot_line(&row));
    }
    Ok(())
}

fn shot_line(row: &BoardRow) -> String {
    let worker = row.image.worker_id.as_deref().unwrap_or("-");
    let clip_error = row.clip.as_ref().and_then(|it| it.last_error.as_deref());
    let error = row.image.last_error.as_deref().or(clip_error).unwrap_or_default();
    let error: String = error.lines().next().unwrap_or_default().chars().take(100).collect();
    format!(
        "{}  {:>3}  {:<10} {:<9} {worker:<8} retries {}  {error}",
        row.scenecode,
        row.chapter,
        row.image.tasktype,
        state_word(row),
        row.image.retry_count
    )
}

/// The workers.
pub async fn workers(project: &Project) -> Result<(), Failure> {
    let store = project.store().await?;
    let film = store.film().await?;
    let now = store.now().await?;
    let workers = store.workers().await?;
    if workers.is_empty() {
        say("No worker has come yet: `rushes work --id 001`.");
    }
    for worker in workers {
        say(&worker_line(&worker, now, film.timing.stale));
    }
    Ok(())
}

fn worker_line(worker: &WorkerRow, now: Instant, stale: Duration) -> String {
    let silent = now.since(worker.lastbeat);
    let state = match worker.ended_at {
        Some(_) => "stopped".to_owned(),
        None if silent > stale => format!("silent for {}", duration_words(silent)),
        None => worker.state.clone(),
    };
    let skew = if worker.skew_ms.unsigned_abs() > 60_000 {
        format!("  CLOCK {} s off", worker.skew_ms / 1000)
    } else {
        String::new()
    };
    let prefers = if worker.prefers.is_empty() { "any type" } else { &worker.prefers };
    format!(
        "{}  {}  {state:<10} {}  prefers {prefers}, now {}  beat {} ago{skew}",
        worker.worker_id,
        worker.host,
        worker.doing,
        if worker.current_type.is_empty() { "-" } else { &worker.current_type },
        duration_words(silent),
    )
}

/// What a person should know.
pub async fn alerts(project: &Project, typed: &Listing) -> Result<(), Failure> {
    let store = project.store().await?;
    let alerts = store.alerts(typed.last).await?;
    if alerts.is_empty() {
        say("Nothing needs you.");
    }
    for alert in alerts {
        let about =
            alert.scenecode.map(|it| it.to_string()).or(alert.maker).or(alert.worker_id).unwrap_or_default();
        say(&format!("{}  {:<14} {about}  {}", local(alert.created_at), alert.kind, alert.message));
    }
    Ok(())
}

/// Every claim that ended.
pub async fn worklog(project: &Project, typed: &Worklog) -> Result<(), Failure> {
    let store = project.store().await?;
    let shot = typed.shot.clone().map(Scenecode::new).transpose();
    let shot = shot.map_err(|error| Failure::misuse(error.to_string()))?;
    for row in store.worklog(shot.as_ref(), None, typed.last).await? {
        say(&worklog_line(&row));
    }
    Ok(())
}

fn worklog_line(row: &WorklogRow) -> String {
    let took = row.started_at.map(|it| duration_words(row.finished_at.since(it))).unwrap_or_default();
    let error: String = row.error.as_deref().unwrap_or_default().chars().take(160).collect();
    format!(
        "{}  {}  {:<6} claim {:<3} {:<8} {:<8} {:<8} {took}  {error}",
        local(row.finished_at),
        row.scenecode,
        row.stage.as_str(),
        row.claim_seq,
        row.worker_id.as_deref().unwrap_or("-"),
        row.outcome.as_str(),
        row.fault.as_deref().unwrap_or(""),
    )
}

/// An instant as this machine's local time.
fn local(at: Instant) -> String {
    let zone = jiff::tz::TimeZone::system();
    match jiff::Timestamp::from_millisecond(at.0) {
        Ok(instant) => instant.to_zoned_datetime(zone).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        Err(_) => "-".to_owned(),
    }
}
