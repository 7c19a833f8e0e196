//! What a machine's settings say of makers, and the makers that their names stand for.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use crate::animatic::AnimaticFrames;
use crate::{ClipMaker, Error, FrameMaker};

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
}

/// The frame maker of a name: `animatic`, `null`, or an entry with a `command`.
pub fn frame_maker(name: &str, settings: &MakerSettings) -> Result<Arc<dyn FrameMaker>, Error> {
    if name == "animatic" {
        return Ok(Arc::new(AnimaticFrames));
    }
    let expected = std::iter::once("animatic").chain(settings.makers.keys().map(String::as_str));
    Err(unknown("frames", name, expected))
}

/// The clip maker of a name: `animatic` or `null`.
pub fn clip_maker(name: &str, _settings: &MakerSettings) -> Result<Arc<dyn ClipMaker>, Error> {
    Err(unknown("clips", name, ["animatic", "null"].into_iter()))
}

fn unknown<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let expected = known.map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    Error::UnknownMaker { what, expected, name: name.to_owned() }
}
