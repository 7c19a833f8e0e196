//! `rushes work`: one worker until it is told to stop.

use std::collections::BTreeSet;
use std::sync::Arc;

use rushes_core::{ActiveHours, Affinity, BootId, Film, Hours, Scenecode, TaskType, WorkerId};
use rushes_store::{BoardRow, Holder, Scope, Store, WorkerInfo};
use rushes_worker::{Config, Exit, Stages, Stop, StopHandle, run};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::args::Work;
use crate::board::whole_board;
use crate::commands::contact::state_word;
use crate::logs::{self, LogFormat};
use crate::project::Project;
use crate::report::{AGAIN, Failure};
use crate::selector::select;
use crate::settings::Settings;
use crate::signal::Presses;
use crate::summary::counted;

/// What a type looks like.
pub const A_TYPE: &str = "for example character, location or scene";

/// Works.
pub async fn work(project: &Project, typed: &Work, log: LogFormat) -> Result<(), Failure> {
    let config = config(project, typed)?;
    let worker = config.holder.worker_id.to_string();
    logs::of_worker(log, &project.folder, &worker, typed.with_parent)?;
    let whole = Scope::default();
    let chapters = typed.chapters.unwrap_or(whole.chapters);
    let store = project.store().await?.within(Scope { chapters, ..whole });
    if let Some((_, words)) = config.hours.as_ref().map(|it| it.at(jiff::Timestamp::now())) {
        tracing::info!(worker, "{words}");
    }
    warn_of_unknown_types(&store, &config).await?;
    if let Some((from, to)) = typed.chapters {
        select(&store, &[format!("chapter:{from}-{to}")]).await?;
    }
    let exit = serve(project, &store, config, typed.with_parent).await?;
    // Whoever started this process counts for itself, and starts again what fails.
    let told = match exit {
        Exit::Done => ended(&store, &worker, chapters).await,
        Exit::Stopped => stopped(&worker, typed),
    };
    store.close().await;
    if typed.with_parent { Ok(()) } else { told }
}

/// A worker from its start to its end, as the settings of this machine say.
pub async fn serve(
    project: &Project,
    store: &Store,
    config: Config,
    with_parent: bool,
) -> Result<Exit, Failure> {
    let film = project.film(store).await?;
    let media = project.shared_media(store).await?;
    let makers = project.makers(&film, config.stages)?;
    look_at_limits(&film)?;
    let (stop, _) = Stop::new();
    listen(stop.clone(), Presses::listen()?, with_parent);
    let worker = config.holder.worker_id.as_str();
    tracing::info!(worker, database = store.url().as_str(), "works");
    Ok(run(config, film, store.clone(), media, makers, stop).await?)
}

/// Who waits for the end of the film is told that it has not come.
fn stopped(worker: &str, typed: &Work) -> Result<(), Failure> {
    tracing::info!(worker, "stopped");
    if !typed.until_done {
        return Ok(());
    }
    Err(Failure::new("stopped before every shot had ended").hint("the same command goes on where it stopped"))
}

/// Every shot has ended, well or not. What a person took out is not given up.
async fn ended(store: &Store, worker: &str, chapters: (u32, u32)) -> Result<(), Failure> {
    let mut rows = whole_board(store).await?;
    let no_shots = rows.is_empty();
    rows.retain(|it| (chapters.0..=chapters.1).contains(&it.chapter));
    let without_files: Vec<Scenecode> =
        store.ended_by_hand().await?.into_iter().map(|it| it.scenecode).collect();
    let is_given_up = |it: &BoardRow| state_word(it) == "failed" || without_files.contains(&it.scenecode);
    let given_up = rows.iter().filter(|it| is_given_up(it)).count();
    tracing::info!(worker, given_up, "every shot has ended");
    if no_shots {
        return Err(Failure::new("the film has no shots yet").hint("`rushes import STORYBOARD` first"));
    }
    if given_up == 0 {
        return Ok(());
    }
    Err(Failure::new(format!("given up: {}", counted(given_up, "shot")))
        .hint("`rushes alerts` says why; `rushes shots` shows which"))
}

/// A type that no shot has is more often a slip of the pen than a plan.
async fn warn_of_unknown_types(store: &Store, config: &Config) -> Result<(), Failure> {
    let counts = store.counts().await?;
    let known: BTreeSet<&str> = counts.images.iter().map(|it| it.tasktype.as_str()).collect();
    let named = config.affinity.only.iter().chain(&config.affinity.prefers);
    for tasktype in named.filter(|it| !known.is_empty() && !known.contains(it.as_str())) {
        let film_has = known.iter().copied().collect::<Vec<_>>().join(", ");
        tracing::warn!("no shot is of the type `{tasktype}`: the film has {film_has}");
    }
    Ok(())
}

/// What was typed goes before this machine's settings.
pub fn config(project: &Project, typed: &Work) -> Result<Config, Failure> {
    let settings = &project.settings;
    let worker_id = worker_id(typed, settings.worker.as_ref())?;
    let prefers = types(typed.prefers.as_ref(), &settings.prefers)?;
    let only = types(typed.only.as_ref(), &settings.only)?;
    let stages = stages(typed.stages.as_deref(), settings.stages)?;
    let slots = typed.slots.unwrap_or(settings.slots);
    if slots == 0 {
        return Err(Failure::misuse("expected `--slots` to be at least 1, got 0")
            .hint("`rushes pause` lets a worker rest"));
    }
    let boot_id = BootId::new(uuid::Uuid::now_v7().simple().to_string())
        .map_err(|error| Failure::new(format!("could not name this start: {error}")).hint(AGAIN))?;
    let info = WorkerInfo {
        host: host(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        prefers: prefers.clone(),
        only: only.clone(),
        stages: stage_words(stages),
        slots: u32::try_from(slots).unwrap_or(u32::MAX),
        current_type: prefers.first().cloned(),
    };
    Ok(Config {
        spool: project.folder.join("spool").join(worker_id.as_str()),
        holder: Holder { worker_id, boot_id },
        info,
        affinity: Affinity { prefers, only },
        slots,
        stages,
        disk_floor: settings.disk_floor,
        hours: hours(typed.hours.as_deref(), settings)?
            .map(|hours| ActiveHours { hours, zone: settings.zone.clone() }),
        until_done: typed.until_done,
        one_try: false,
    })
}

fn worker_id(typed: &Work, from_file: Option<&WorkerId>) -> Result<WorkerId, Failure> {
    let Some(text) = &typed.id else {
        return from_file.cloned().ok_or_else(|| {
            Failure::misuse("expected a name for this worker")
                .hint("for example `rushes work --id 001`, or `worker = \"001\"` in rushes.toml")
        });
    };
    WorkerId::new(text.clone())
        .map_err(|error| Failure::misuse(error.to_string()).hint("for example 001 or PC-1"))
}

fn types(typed: Option<&Vec<String>>, from_file: &[TaskType]) -> Result<Vec<TaskType>, Failure> {
    let Some(typed) = typed else { return Ok(from_file.to_vec()) };
    let read = |text: &String| {
        TaskType::new(text.trim()).map_err(|error| Failure::misuse(error.to_string()).hint(A_TYPE))
    };
    typed.iter().map(read).collect()
}

/// What was typed goes before the file; both mean the file's zone.
fn hours(typed: Option<&str>, settings: &Settings) -> Result<Option<Hours>, Failure> {
    let Some(text) = typed else { return Ok(settings.hours.clone()) };
    let hours = Hours::parse(text)
        .map_err(|error| Failure::misuse(error.to_string()).hint("for the whole day leave it out"))?;
    Ok(Some(hours))
}

fn stages(typed: Option<&[String]>, from_file: Stages) -> Result<Stages, Failure> {
    let Some(typed) = typed else { return Ok(from_file) };
    let mut stages = Stages { frames: false, clips: false };
    for word in typed {
        match word.trim() {
            "frames" => stages.frames = true,
            "clips" => stages.clips = true,
            other => {
                return Err(Failure::misuse(format!(
                    "expected `--stages` to name `frames` or `clips`, got `{other}`"
                ))
                .hint("for both, write `--stages frames,clips` or leave it out"));
            }
        }
    }
    Ok(stages)
}

fn stage_words(stages: Stages) -> Vec<String> {
    let named = [(stages.frames, "frames"), (stages.clips, "clips")];
    named.into_iter().filter(|(takes_part, _)| *takes_part).map(|(_, word)| word.to_owned()).collect()
}

/// The name of this machine.
pub fn host() -> String {
    gethostname::gethostname().to_string_lossy().chars().take(120).collect()
}

/// H.264 has no odd sizes: said here, not by each clip at night.
fn look_at_limits(film: &Film) -> Result<(), Failure> {
    if film.width.is_multiple_of(2) && film.height.is_multiple_of(2) {
        return Ok(());
    }
    Err(Failure::new(format!("expected the film's size to be even, got {}x{}", film.width, film.height))
        .hint("clips of H.264 have no odd sizes: make a new project with an even one"))
}

/// A Ctrl-C, a SIGTERM, or a line from the parent is one step: first finish what runs, then hand back at once. A
/// parent that is gone is one step too.
fn listen(stop: StopHandle, mut presses: Presses, with_parent: bool) {
    let stop = Arc::new(stop);
    let by_signal = Arc::clone(&stop);
    tokio::spawn(async move {
        loop {
            presses.next().await;
            tracing::info!(level = ?by_signal.press(), "told to stop");
        }
    });
    if with_parent {
        tokio::spawn(async move {
            let mut lines = BufReader::new(tokio::io::stdin()).lines();
            while let Ok(Some(_)) = lines.next_line().await {
                tracing::info!(level = ?stop.press(), "told to stop by the parent");
            }
            tracing::info!(level = ?stop.press(), "the parent is gone");
        });
    }
}
