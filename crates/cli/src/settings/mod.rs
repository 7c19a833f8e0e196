//! `rushes.toml`: what this machine is told, and what the whole farm shares.
//!
//! Everything outside `[film]` is the machine's own. `[film]` is written to the database by `rushes init`; afterwards
//! the database's word counts, and a worker whose file says something else is refused with both values.

mod difference;
mod environment;
mod error;
mod film;
mod load;
mod section;
mod template;
mod unit;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use rushes_core::{Film, Hours, OnUnknown, TaskType, Timing, WorkerId};
use rushes_makers::MakerSettings;
use rushes_store::DatabaseUrl;
use rushes_worker::Stages;

use crate::problem::Problem;

pub use difference::differences;
pub use error::SettingsErrors;
pub use load::load;
pub use template::{template, with_film};

/// The name of the settings' file in a project folder.
pub const FILE_NAME: &str = "rushes.toml";

/// What a project's `rushes.toml` says, with the environment over it.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Where the film's database is.
    pub database: DatabaseUrl,
    /// The folder for frames and clips; a relative one is beside `rushes.toml`.
    pub media: PathBuf,
    /// The name of this machine's worker.
    pub worker: Option<WorkerId>,
    /// Types that the worker claims first.
    pub prefers: Vec<TaskType>,
    /// If not empty, the worker claims nothing else.
    pub only: Vec<TaskType>,
    /// How many shots it makes frames for at once.
    pub slots: usize,
    /// What it takes part in.
    pub stages: Stages,
    /// When the worker may begin something new; always, if there are none.
    pub hours: Option<Hours>,
    /// The time zone that the hours are meant in.
    pub zone: TimeZone,
    /// Below this many free bytes on the media folder it claims nothing.
    pub disk_floor: u64,
    /// The makers that this machine has of its own.
    pub makers: MakerSettings,
    /// The film; what the file leaves out has its usual value.
    pub film: Film,
    /// What of the film the file says itself.
    pub(crate) said: BTreeSet<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            database: DatabaseUrl::parse("sqlite://film.db").expect("it is an address"),
            media: PathBuf::from("media"),
            worker: None,
            prefers: Vec::new(),
            only: Vec::new(),
            slots: 1,
            stages: Stages { frames: true, clips: true },
            hours: None,
            zone: TimeZone::system(),
            disk_floor: 1_000_000_000,
            makers: MakerSettings::default(),
            film: default_film(),
            said: BTreeSet::new(),
        }
    }
}

impl Settings {
    /// What the file says of the film and the database contradicts. What the file leaves out is no contradiction.
    pub fn differences(&self, database: &Film) -> Vec<String> {
        difference::of_keys(&self.film, database, |key| self.said.contains(key))
    }
}

/// What is wrong with settings that did not come from a file: as a file would be read that says them.
pub fn problems_of(settings: &Settings) -> Vec<String> {
    let read = load::read(&template(settings), |_| None);
    let problems = read.err().map(|it| it.problems).unwrap_or_default();
    problems.into_iter().map(|it| Problem { line: None, ..it }.to_string()).collect()
}

/// A film as it is when nothing was chosen.
pub fn default_film() -> Film {
    Film {
        title: "Untitled".to_owned(),
        width: 1280,
        height: 720,
        fps: 24,
        frame_makers: [("*".to_owned(), "animatic".to_owned())].into(),
        clip_maker: "animatic".to_owned(),
        on_unknown: OnUnknown::Hold,
        max_submissions: None,
        timing: Timing::default(),
    }
}

/// The project around a folder: the nearest one, from here upward, that holds a `rushes.toml`.
pub fn find_project(from: &Path) -> Option<PathBuf> {
    from.ancestors().find(|it| it.join(FILE_NAME).is_file()).map(Path::to_owned)
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
