//! `rushes status`: how far the film is, when it will be done, and what needs a person.

use std::collections::BTreeSet;
use std::time::Duration;

use rushes_core::{ClipState, ImageState, estimate};
use rushes_makers::frame_maker;
use rushes_store::{Counts, Store, WorkerSeen};
use serde_json::{Value, json};

use crate::args::Status;
use crate::commands::lists::{NO_WORKER, worker_list};
use crate::commands::plan::{Plan, plan};
use crate::commands::work::host;
use crate::film_run::look_at;
use crate::list::List;
use crate::progress::{Look, finish_words, time_of_day};
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::stand::Stand;
use crate::summary::{counted, thousands};
use crate::watch::watch;

/// Rates are taken from what was made in this time.
const RATE_WINDOW: Duration = Duration::from_secs(1800);

/// One look at the film.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Its title.
    pub title: String,
    /// How far it is.
    pub look: Look,
    /// How many stand where.
    pub counts: Counts,
    /// The workers.
    pub workers: List,
    /// Who will make what.
    pub plan: Plan,
    /// What a person should look at, a line each.
    pub needs: Vec<String>,
}

/// Says how far the film is, once or again and again.
pub async fn status(project: &Project, typed: &Status) -> Result<(), Failure> {
    let store = project.store().await?;
    let stand = Stand::at(&project.folder);
    if typed.watch {
        return watch(project, &store, &stand).await;
    }
    let view = view(project, &store, &stand).await?;
    if typed.format.json {
        say(&format!("{:#}", view.json()));
    } else {
        view.tell(&stand);
    }
    Ok(())
}

/// Looks at the film.
pub async fn view(project: &Project, store: &Store, stand: &Stand) -> Result<View, Failure> {
    let plan = plan(store).await?;
    let mut needs = needs_you(store).await?;
    needs.extend(plan.nobodys.iter().cloned());
    needs.extend(missing_makers(project, store).await?);
    needs.extend(standing_still(store).await?);
    Ok(View {
        title: store.film().await?.title,
        look: look_at(store, RATE_WINDOW).await?,
        counts: store.counts().await?,
        workers: worker_list(store).await?,
        plan,
        needs: needs.iter().map(|it| stand.command_lines(it)).collect(),
    })
}

impl View {
    fn tell(&self, stand: &Stand) {
        let look = &self.look;
        say(&format!(
            "{}: {} of {} shots have both frames, {} have their clip; {}",
            self.title,
            thousands(look.frames),
            thousands(look.shots),
            thousands(look.clips),
            finish_words(look)
        ));
        self.count_lines().iter().for_each(|it| say(it));
        self.workers.print(false, &stand.command_lines(NO_WORKER));
        self.plan.lines.iter().for_each(|it| say(it));
        if self.needs.is_empty() {
            say("Nothing needs you.");
        }
        self.needs.iter().for_each(|it| say(it));
    }

    /// The counts, a line for each type and one for the clips.
    pub fn count_lines(&self) -> Vec<String> {
        let words = |states: Vec<(&str, u64)>| {
            let words: Vec<String> =
                states.iter().map(|(state, number)| format!("{number} {state}")).collect();
            words.join(", ")
        };
        self.states().into_iter().map(|(name, states)| format!("  {name:<10} {}", words(states))).collect()
    }

    /// For each type, and for the clips, how many stand in which state.
    fn states(&self) -> Vec<(String, Vec<(&'static str, u64)>)> {
        let counts = &self.counts;
        let mut types: Vec<&str> = counts.images.iter().map(|it| it.tasktype.as_str()).collect();
        types.dedup();
        let of_type = |tasktype: &str| {
            let in_state = |state: ImageState| {
                let there = counts.images.iter().filter(|it| it.tasktype == tasktype && it.state == state);
                (state.as_str(), there.map(|it| it.tasks).sum())
            };
            (tasktype.to_owned(), ImageState::ALL.into_iter().map(in_state).collect())
        };
        let mut states: Vec<_> = types.into_iter().map(of_type).collect();
        // A locked clip's row still says `ready`.
        let clips = ClipState::ALL.into_iter().filter(|it| *it != ClipState::Locked);
        let ready = counts.clips_in(ClipState::Ready) + counts.clips_in(ClipState::Locked);
        let number = |state| if state == ClipState::Ready { ready } else { counts.clips_in(state) };
        states.push(("clips".to_owned(), clips.map(|it| (it.status(), number(it))).collect()));
        states
    }

    fn json(&self) -> Value {
        let states = |(name, states): (String, Vec<(&'static str, u64)>)| {
            let states = states.into_iter().map(|(state, number)| (state.to_owned(), Value::from(number)));
            (name, Value::Object(states.collect()))
        };
        json!({
            "title": self.title,
            "shots": self.look.shots,
            "with_frames": self.look.frames,
            "with_clip": self.look.clips,
            "given_up": self.look.failed,
            "seconds_left": estimate(&self.look.progress).map(|it| it.as_secs()),
            "counts": Value::Object(self.states().into_iter().map(states).collect()),
            "workers": self.workers.json(),
            "plan": self.plan.json,
            "needs_you": self.needs,
        })
    }
}

/// What a person should look at, a line each.
async fn needs_you(store: &Store) -> Result<Vec<String>, Failure> {
    let mut needs: Vec<String> = store.workers().await?.iter().filter_map(rests).collect();
    match store.open_alert_count().await? {
        0 => {}
        1 => needs.push("1 alert needs you: `rushes alerts`.".to_owned()),
        more => needs.push(format!("{} alerts need you: `rushes alerts`.", thousands(more))),
    }
    Ok(needs)
}

/// Why the film does not go on although nothing is wrong: nobody works, a maker is paused, shots are held.
async fn standing_still(store: &Store) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    let (film, now) = (store.film().await?, store.now().await?);
    let works =
        |it: &WorkerSeen| it.worker.ended_at.is_none() && now.since(it.worker.lastbeat) <= film.timing.stale;
    if store.open_shots().await? > 0 && !store.workers().await?.iter().any(works) {
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
async fn missing_makers(project: &Project, store: &Store) -> Result<Vec<String>, Failure> {
    let here = host();
    let others = |it: &WorkerSeen| it.worker.ended_at.is_none() && it.worker.host != here;
    if store.open_shots().await? == 0 || store.workers().await?.iter().any(others) {
        return Ok(Vec::new());
    }
    let names = store.film().await?.frame_makers.into_values().collect::<BTreeSet<_>>();
    let missing = |name: &String| frame_maker(name, &project.settings.makers).err();
    let line = |error| format!("A maker of the film is missing here: {error}; `rushes doctor` says more.");
    Ok(names.iter().filter_map(missing).map(line).collect())
}

/// A worker that cannot work, and why, in its own words.
fn rests(seen: &WorkerSeen) -> Option<String> {
    let worker = &seen.worker;
    let rests = worker.ended_at.is_none() && worker.state == "resting";
    rests.then(|| format!("{} on {} needs you, it is {}.", worker.worker_id, worker.host, worker.doing))
}
