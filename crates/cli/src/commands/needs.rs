//! What needs a person: the lines at the end of `rushes status`.

use std::collections::BTreeSet;
use std::time::Duration;

use rushes_core::{Film, Instant};
use rushes_makers::frame_maker;
use rushes_store::{Store, WorkerSeen};

use crate::commands::plan::Plan;
use crate::commands::work::host;
use crate::progress::time_of_day;
use crate::project::Project;
use crate::report::Failure;
use crate::summary::{counted, thousands};

/// What every part of one look goes by.
#[derive(Debug)]
pub struct Seen {
    /// The film.
    pub film: Film,
    /// The database's clock.
    pub now: Instant,
    /// Everybody who ever came.
    pub workers: Vec<WorkerSeen>,
    /// How many shots are still on their way to a clip.
    pub open: u64,
}

impl Seen {
    /// Reads it once.
    pub async fn of(store: &Store) -> Result<Seen, Failure> {
        Ok(Seen {
            film: store.film().await?,
            now: store.now().await?,
            workers: store.workers().await?,
            open: store.open_shots().await?,
        })
    }

    /// Those whose heartbeat is fresh.
    pub fn at_work(&self) -> impl Iterator<Item = &WorkerSeen> {
        let fresh = |it: &&WorkerSeen| self.now.since(it.worker.lastbeat) <= self.film.timing.stale;
        self.workers.iter().filter(|it| it.worker.ended_at.is_none()).filter(fresh)
    }
}

/// What a person should look at, a line each.
pub async fn needs_you(
    project: &Project,
    store: &Store,
    seen: &Seen,
    plan: &Plan,
) -> Result<Vec<String>, Failure> {
    let mut needs: Vec<String> = seen.workers.iter().filter_map(rests).collect();
    match store.open_alert_count().await? {
        0 => {}
        1 => needs.push("1 alert needs you: `rushes alerts`.".to_owned()),
        more => needs.push(format!("{} alerts need you: `rushes alerts`.", thousands(more))),
    }
    needs.extend(plan.nobodys.iter().cloned());
    needs.extend(missing_makers(project, seen));
    needs.extend(standing_still(store, seen).await?);
    Ok(needs)
}

/// Why the film does not go on although nothing is wrong: nobody works, a maker is paused, shots are held.
async fn standing_still(store: &Store, seen: &Seen) -> Result<Vec<String>, Failure> {
    let (mut lines, now) = (Vec::new(), seen.now);
    if seen.open > 0 && seen.at_work().next().is_none() {
        lines.push("No worker works now: `rushes work --id 001`.".to_owned());
    }
    for maker in store.shared_makers().await?.into_iter().filter(|it| it.free_at > now) {
        let left = Duration::from_millis(u64::try_from(maker.free_at.0 - now.0).unwrap_or_default());
        let why = if maker.reason.is_empty() { String::new() } else { format!(": {}", maker.reason) };
        let (name, until) = (maker.maker, time_of_day(left));
        lines.push(format!(
            "The maker {name} is paused until {until}{why}; `rushes makers --resume {name}` ends that."
        ));
    }
    match store.held_shots().await? {
        0 => {}
        held => {
            lines.push(format!("{} held: `rushes shots status:held` shows which.", counted(held, "shot")))
        }
    }
    Ok(lines)
}

/// Makers of the film that this machine does not have, while nobody else works who may have them.
fn missing_makers(project: &Project, seen: &Seen) -> Vec<String> {
    let here = host();
    let others = |it: &WorkerSeen| it.worker.ended_at.is_none() && it.worker.host != here;
    if seen.open == 0 || seen.workers.iter().any(others) {
        return Vec::new();
    }
    let names: BTreeSet<&String> = seen.film.frame_makers.values().collect();
    let missing = |name: &String| frame_maker(name, &project.settings.makers).err();
    let line = |error| format!("A maker of the film is missing here: {error}; `rushes doctor` says more.");
    names.into_iter().filter_map(missing).map(line).collect()
}

/// A worker that cannot work, and why, in its own words.
fn rests(seen: &WorkerSeen) -> Option<String> {
    let worker = &seen.worker;
    let rests = worker.ended_at.is_none() && worker.state == "resting";
    rests.then(|| format!("{} on {} needs you, it is {}.", worker.worker_id, worker.host, worker.doing))
}
