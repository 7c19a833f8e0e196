//! `rushes shots`, `workers`, `alerts` and `worklog`: the rows, one line each.

use std::time::Duration;

use rushes_core::Instant;
use rushes_store::{BoardRow, Store, WorkerSeen, WorklogRow};

use crate::args::{Alerts, Shots, Workers, Worklog};
use crate::commands::contact::state_word;
use crate::list::{Cell, List};
use crate::progress::duration_words;
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::selector::{select, the_shot};
use crate::stand::Stand;

/// What a person reads before the first worker.
pub const NO_WORKER: &str = "No worker has come yet: `rushes work --id 001`.";

/// A clock this far off is named.
const SKEW_SHOWN_MS: u64 = 60_000;

/// The shots.
pub async fn shots(project: &Project, typed: &Shots) -> Result<(), Failure> {
    let store = project.store().await?;
    store.film().await?;
    let chapter = typed.chapter.map(|it| format!("chapter:{it}"));
    let words: Vec<String> = typed.selector.iter().cloned().chain(chapter).collect();
    let mut list = List::new(&["shot", "chapter", "type", "state", "worker", "retries", "last error"]);
    for row in select(&store, &words).await? {
        list.push(shot_row(&row));
    }
    let empty = if words.is_empty() {
        "The film has no shots yet: `rushes import storyboard.csv`.".to_owned()
    } else {
        format!("No shot is {}.", words.join(" "))
    };
    list.print(typed.format.json, &Stand::at(&project.folder).command_lines(&empty));
    Ok(())
}

fn shot_row(row: &BoardRow) -> Vec<Cell> {
    let retries = row.image.retry_count + row.clip.as_ref().map_or(0, |it| it.retry_count);
    vec![
        Cell::text(row.scenecode.as_str()),
        Cell::count(row.chapter),
        Cell::text(row.image.tasktype.as_str()),
        Cell::text(if row.held { format!("{} (held)", state_word(row)) } else { state_word(row).to_owned() }),
        Cell::maybe(row.image.worker_id.as_deref()),
        Cell::count(retries),
        Cell::maybe(row.last_error()),
    ]
}

/// The workers.
pub async fn workers(project: &Project, typed: &Workers) -> Result<(), Failure> {
    let store = project.store().await?;
    let list = worker_list(&store).await?;
    list.print(typed.format.json, &Stand::at(&project.folder).command_lines(NO_WORKER));
    Ok(())
}

/// The workers as a list.
pub async fn worker_list(store: &Store) -> Result<List, Failure> {
    let stale = store.film().await?.timing.stale;
    let now = store.now().await?;
    let mut list = List::new(&[
        "worker",
        "machine",
        "state",
        "prefers",
        "now",
        "frames held",
        "clips held",
        "last beat",
        "says",
    ]);
    for seen in store.workers().await? {
        list.push(worker_row(&seen, now, stale));
    }
    Ok(list)
}

fn worker_row(seen: &WorkerSeen, now: Instant, stale: Duration) -> Vec<Cell> {
    let worker = &seen.worker;
    let prefers = if worker.prefers.is_empty() { "any type" } else { &worker.prefers };
    let mut says = worker.doing.clone();
    if worker.skew_ms.unsigned_abs() > SKEW_SHOWN_MS {
        says = format!("{says}; its CLOCK is {} s off", worker.skew_ms / 1000);
    }
    vec![
        Cell::text(worker.worker_id.as_str()),
        Cell::text(worker.host.as_str()),
        Cell::text(worker_state(seen, now, stale)),
        Cell::text(prefers),
        Cell::text(worker.current_type.as_str()),
        Cell::count(seen.frames_held),
        Cell::count(seen.clips_held),
        Cell::Time(worker.lastbeat),
        Cell::text(says),
    ]
}

/// What it is at: the rows know it at once, its own words are up to a beat old.
fn worker_state(seen: &WorkerSeen, now: Instant, stale: Duration) -> String {
    let silent = now.since(seen.worker.lastbeat);
    match seen.worker.ended_at {
        Some(_) => "stopped".to_owned(),
        None if silent > stale => format!("silent for {}", duration_words(silent)),
        None if seen.worker.state == "idle" && seen.frames_held + seen.clips_held > 0 => "working".to_owned(),
        None => seen.worker.state.clone(),
    }
}

/// What a person should know.
pub async fn alerts(project: &Project, typed: &Alerts) -> Result<(), Failure> {
    let store = project.store().await?;
    if let Some(which) = &typed.seen {
        return see(&store, which).await;
    }
    let alerts =
        if typed.all { store.alerts(typed.last).await? } else { store.open_alerts(typed.last).await? };
    let mut list = List::new(&["alert", "time", "kind", "about", "message", "seen"]);
    for alert in alerts {
        let about = alert.scenecode.map(|it| it.to_string()).or(alert.maker).or(alert.worker_id);
        list.push(vec![
            Cell::Number(alert.id),
            Cell::Time(alert.created_at),
            Cell::text(alert.kind),
            Cell::maybe(about),
            Cell::text(alert.message),
            alert.seen_at.map_or(Cell::Empty, Cell::Time),
        ]);
    }
    list.print(typed.format.json, "No alert is open.");
    Ok(())
}

async fn see(store: &Store, which: &str) -> Result<(), Failure> {
    let id = match which {
        "all" => None,
        number => Some(number.parse().map_err(|_| {
            Failure::misuse(format!("expected `--seen` with an alert's number or `all`, got `{number}`"))
                .hint("`rushes alerts` lists them with their numbers")
        })?),
    };
    let seen = store.see_alerts(id).await?;
    if let Some(id) = id.filter(|_| seen == 0) {
        return Err(Failure::new(format!("could not find an open alert {id}"))
            .hint("`rushes alerts` lists those that are open"));
    }
    say(&match seen {
        1 => "1 alert is seen to.".to_owned(),
        more => format!("{more} alerts are seen to."),
    });
    Ok(())
}

/// Every claim that ended.
pub async fn worklog(project: &Project, typed: &Worklog) -> Result<(), Failure> {
    let store = project.store().await?;
    store.film().await?;
    let shot = match &typed.shot {
        Some(code) => Some(the_shot(&store, code).await?),
        None => None,
    };
    let mut list = List::new(&[
        "time", "shot", "stage", "claim", "worker", "outcome", "fault", "took", "maker", "error",
    ]);
    for row in store.worklog(shot.as_ref(), None, typed.last).await? {
        list.push(worklog_row(row));
    }
    let of = typed.shot.as_ref().map(|it| format!(" of `{it}`")).unwrap_or_default();
    list.print(typed.format.json, &format!("No claim{of} has ended yet."));
    Ok(())
}

fn worklog_row(row: WorklogRow) -> Vec<Cell> {
    let took = row.started_at.map(|it| row.finished_at.since(it));
    vec![
        Cell::Time(row.finished_at),
        Cell::text(row.scenecode.as_str()),
        Cell::text(row.stage.as_str()),
        Cell::Number(row.claim_seq),
        Cell::maybe(row.worker_id),
        Cell::text(row.outcome.as_str()),
        Cell::maybe(row.fault),
        Cell::span(took, duration_words),
        Cell::maybe(row.maker),
        Cell::maybe(row.error),
    ]
}
