//! `rushes status`: how far the film is, when it will be done, and what needs a person.

use std::time::Duration;

use rushes_core::{ClipState, ImageState, estimate};
use rushes_store::{Counts, Store};
use serde_json::{Value, json};

use crate::args::Status;
use crate::commands::lists::{NO_WORKER, worker_list};
use crate::commands::needs::{Seen, needs_you};
use crate::commands::plan::{Plan, plan};
use crate::film_run::look_at;
use crate::list::List;
use crate::progress::{Look, finish_words};
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::stand::Stand;
use crate::summary::thousands;
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
    let seen = Seen::of(store).await?;
    let plan = plan(store, &seen).await?;
    let needs = needs_you(project, store, &seen, &plan).await?;
    Ok(View {
        title: seen.film.title,
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
