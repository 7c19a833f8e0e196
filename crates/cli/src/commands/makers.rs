//! `rushes makers`: who makes what in this film, whether this machine can, and what all machines share of each.

use std::collections::{BTreeMap, BTreeSet};

use rushes_core::{Fault, Film};
use rushes_store::{SharedMaker, Store};
use rushes_worker::Stages;

use crate::args::Makers;
use crate::list::{Cell, List};
use crate::problem::excerpt;
use crate::project::Project;
use crate::report::Failure;
use crate::say;

/// Lists the film's makers.
pub async fn makers(project: &Project, typed: &Makers) -> Result<(), Failure> {
    let store = project.store().await?;
    let film = project.film(&store).await?;
    if let Some(name) = &typed.resume {
        return resume(&store, &film, name).await;
    }
    let (shared, now) = (store.shared_makers().await?, store.now().await?);
    let here = project.makers(&film, Stages { frames: true, clips: true })?;
    let mut list =
        List::new(&["maker", "makes", "here", "in flight", "limit", "submissions", "paused until", "why"]);
    let mut types: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (tasktype, maker) in &film.frame_makers {
        types.entry(maker).or_default().push(if tasktype == "*" { "every other type" } else { tasktype });
    }
    for (name, types) in types {
        let found = match here.frames.get(name) {
            Some(maker) => words(maker.examine().await),
            None => "not on this machine".to_owned(),
        };
        let mut row =
            vec![Cell::text(name), Cell::text(format!("frames: {}", types.join(", "))), Cell::text(found)];
        row.extend(limits(shared.iter().find(|it| it.maker == name), now));
        list.push(row);
    }
    if let Some(maker) = &here.clips {
        let mut row =
            vec![Cell::text(maker.name()), Cell::text("clips"), Cell::text(words(maker.examine().await))];
        row.extend(limits(shared.iter().find(|it| it.maker == maker.name()), now));
        list.push(row);
    }
    list.print(typed.format.json, "The film has no makers.");
    Ok(())
}

/// A person says that a maker works again.
async fn resume(store: &Store, film: &Film, name: &str) -> Result<(), Failure> {
    let mut known: BTreeSet<&str> = film.frame_makers.values().map(String::as_str).collect();
    known.insert(&film.clip_maker);
    if !known.contains(name) {
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        return Err(Failure::misuse(format!("expected a maker of the film, got `{}`", excerpt(name)))
            .hint(format!("known: {known}")));
    }
    store.resume_maker(name).await?;
    say(&format!("{name} may be used again by every worker."));
    Ok(())
}

fn words(found: Result<String, Fault>) -> String {
    match found {
        Ok(text) => format!("works: {text}"),
        Err(fault) => format!("does not work: {}", fault.message),
    }
}

/// What all machines share of a maker; nothing before its first submission.
fn limits(shared: Option<&SharedMaker>, now: rushes_core::Instant) -> [Cell; 5] {
    let Some(shared) = shared else { return [const { Cell::Empty }; 5] };
    let paused = shared.free_at > now;
    [
        Cell::count(shared.in_flight),
        shared.in_flight_limit.map_or(Cell::Empty, Cell::count),
        Cell::count(shared.intents),
        if paused { Cell::Time(shared.free_at) } else { Cell::Empty },
        if paused { Cell::text(shared.reason.as_str()) } else { Cell::Empty },
    ]
}
