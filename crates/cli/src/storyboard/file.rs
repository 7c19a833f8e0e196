//! Shots as a CSV file that `format::read` reads back to equal shots.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use rushes_core::Shot;
use serde_json::{Map, Value};

const COLUMNS: [&str; 16] = [
    "scenecode",
    "chapter",
    "chapter title",
    "title",
    "type",
    "first prompt",
    "last prompt",
    "video prompt",
    "negative prompt",
    "seed",
    "duration",
    "dialogue",
    "characters",
    "location",
    "refs",
    "priority",
];

/// Without it Excel takes a CSV file for text in the encoding of the country.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// Writes shots as CSV, in their order; what they have beside the usual columns gets columns of its own.
pub fn write_csv(path: &Path, shots: &[Shot]) -> io::Result<()> {
    let extras = shots.iter().map(extra).collect::<io::Result<Vec<_>>>()?;
    let names: BTreeSet<&String> = extras.iter().flat_map(Map::keys).collect();
    let mut file = std::fs::File::create(path)?;
    file.write_all(BYTE_ORDER_MARK.as_bytes())?;
    let mut writer = csv::Writer::from_writer(file);

    writer.write_record(COLUMNS.into_iter().chain(names.iter().map(|it| it.as_str())))?;
    for (shot, extra) in shots.iter().zip(&extras) {
        let more = names.iter().map(|name| extra.get(name.as_str()).map(text).unwrap_or_default());
        writer.write_record(usual_cells(shot).into_iter().chain(more))?;
    }
    writer.flush()
}

fn usual_cells(shot: &Shot) -> [String; 16] {
    [
        shot.scenecode.to_string(),
        shot.chapter.to_string(),
        shot.chapter_title.clone(),
        shot.title.clone(),
        shot.tasktype.to_string(),
        shot.first_prompt.clone(),
        shot.last_prompt.clone(),
        shot.aiwords.clone(),
        shot.negative_prompt.clone(),
        shot.seed.map(|it| it.to_string()).unwrap_or_default(),
        format!("{}s", shot.duration.as_millis() as f64 / 1000.0),
        shot.dialogue.clone(),
        shot.characters.clone(),
        shot.location.clone(),
        shot.refs.clone(),
        shot.priority.to_string(),
    ]
}

fn extra(shot: &Shot) -> io::Result<Map<String, Value>> {
    serde_json::from_str(&shot.extra).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
