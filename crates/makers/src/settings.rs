//! What a machine's settings say of makers, and the makers that their names stand for.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;

use crate::animatic::{AnimaticClips, AnimaticFrames};
use crate::command::CommandFrames;
use crate::journal::{Journal, JournaledClips, JournaledFrames};
use crate::null::{NullClips, NullFrames};
use crate::{ClipMaker, Error, FrameMaker};

/// Makers of clips that cost nothing.
const FREE_CLIPS: [&str; 2] = ["animatic", "null"];

/// The table `makers` of a machine's `rushes.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct MakerSettings {
    /// One entry for each maker that the machine has of its own.
    pub makers: BTreeMap<String, MakerEntry>,
}

/// One `[makers.NAME]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakerEntry {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How long one frame may take, in seconds; the task's own limit if that is shorter.
    pub limit: Option<u64>,
    /// The folder that it runs in; the one where rushes runs, if there is none.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
}

/// The frame maker of a name: `animatic`, `null`, or an entry with a `command`. It writes the journal that
/// `RUSHES_JOURNAL` names.
pub fn frame_maker(name: &str, settings: &MakerSettings) -> Result<Arc<dyn FrameMaker>, Error> {
    let journal = Journal::from_environment()?;
    match (name, settings.makers.get(name)) {
        ("animatic" | "null", Some(_)) => Err(Error::BuiltIn { name: name.to_owned() }),
        ("animatic", _) => Ok(Arc::new(JournaledFrames::new(AnimaticFrames, journal))),
        ("null", _) => Ok(Arc::new(JournaledFrames::new(NullFrames, journal))),
        (_, Some(entry)) => Ok(Arc::new(JournaledFrames::new(CommandFrames::new(name, entry)?, journal))),
        (_, None) => {
            let own = settings.makers.keys().map(String::as_str);
            Err(unknown("frames", name, ["animatic"].into_iter().chain(own)))
        }
    }
}

/// The clip maker of a name: `animatic` or `null`. It writes the journal that `RUSHES_JOURNAL` names.
pub fn clip_maker(name: &str, _settings: &MakerSettings) -> Result<Arc<dyn ClipMaker>, Error> {
    let journal = Journal::from_environment()?;
    match name {
        "animatic" => Ok(Arc::new(JournaledClips::new(AnimaticClips::new()?, journal))),
        "null" => Ok(Arc::new(JournaledClips::new(NullClips, journal))),
        other => Err(unknown("clips", other, ["animatic"].into_iter())),
    }
}

/// Whether a maker of clips costs nothing, as far as its name says: nobody has paid for what it was asked for.
pub fn clips_are_free(name: &str) -> bool {
    FREE_CLIPS.contains(&name)
}

fn unknown<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let names: Vec<String> = known.map(|it| format!("`{it}`")).collect();
    Error::UnknownMaker { what, expected: names.join(" or "), name: name.to_owned() }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
