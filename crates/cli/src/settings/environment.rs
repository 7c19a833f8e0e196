//! The environment goes before the file: `RUSHES_` and the key in capitals, lists parted by commas.

use rushes_core::Hours;

use super::load::{MOST_SLOTS, Wrong, database, media, stages, tasktype, worker, zone};
use super::{Settings, unit};
use crate::problem::{Problem, excerpt};

/// The variables, and what is wrong in them.
struct Environment<G> {
    get: G,
    problems: Vec<Problem>,
}

impl<G: Fn(&str) -> Option<String>> Environment<G> {
    /// The value of a variable, or else of the file.
    fn over<T>(&mut self, key: &str, from_file: T, read: impl FnOnce(&str) -> Result<T, String>) -> T {
        let name = format!("RUSHES_{}", key.to_uppercase());
        match (self.get)(&name).as_deref().map(read) {
            None => from_file,
            Some(Ok(value)) => value,
            Some(Err(reason)) => {
                let place = Some(format!("environment variable `{name}`"));
                self.problems.push(Problem { line: None, place, reason });
                from_file
            }
        }
    }
}

/// The settings of this machine as the environment has them. What every machine of a film has in common is in the
/// database, and no environment changes it.
pub(super) fn with_environment(
    settings: Settings,
    get: impl Fn(&str) -> Option<String>,
    wrong: &mut Wrong,
) -> Settings {
    let mut environment = Environment { get, problems: Vec::new() };
    let from = &mut environment;
    let settings = Settings {
        database: from.over("database", settings.database, |it| database(it, &mut wrong.hint)),
        media: from.over("media", settings.media, media),
        worker: from.over("worker", settings.worker, |it| worker(it).map(Some)),
        prefers: from.over("prefers", settings.prefers, |it| words(it, tasktype)),
        only: from.over("only", settings.only, |it| words(it, tasktype)),
        slots: from.over("slots", settings.slots, slots),
        stages: from.over("stages", settings.stages, |it| {
            words(it, |word| Ok(word.to_owned())).and_then(|it| stages(&it))
        }),
        hours: from.over("hours", settings.hours, |it| match it {
            "any" => Ok(None),
            text => Hours::parse(text).map(Some).map_err(|error| error.to_string()),
        }),
        zone: from.over("zone", settings.zone, zone),
        disk_floor: from.over("disk_floor", settings.disk_floor, unit::size),
        ..settings
    };
    wrong.problems.append(&mut environment.problems);
    settings
}

/// Reads words with commas between them; `any` is none.
fn words<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    if text == "any" {
        return Ok(Vec::new());
    }
    text.split(',').map(|word| read(word.trim())).collect()
}

fn slots(text: &str) -> Result<usize, String> {
    let slots = text.parse().ok().filter(|it| (1..=MOST_SLOTS).contains(it));
    let slots = slots.and_then(|it: u64| usize::try_from(it).ok());
    slots.ok_or_else(|| format!("expected a whole number from 1 to {MOST_SLOTS}, got `{}`", excerpt(text)))
}
