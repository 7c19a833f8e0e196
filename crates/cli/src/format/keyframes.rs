//! `from` and `to`: a clip runs from one keyframe to another, and where it says no `from` it begins where the one
//! before it ended.

use std::collections::HashMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::json::Fields;
use super::naming::{Column, NAMES, plain};
use super::table::Cell;

/// What a keyframe says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Keyframe {
    prompt: String,
    /// As it is written.
    seed: Option<String>,
    /// Whether it says more than that, or stands elsewhere under this name.
    more: bool,
}

/// The keyframes that are known, and the one on which the last clip ended.
#[derive(Debug, Default)]
pub(super) struct Keyframes {
    named: HashMap<String, Keyframe>,
    last: Option<Keyframe>,
}

impl Keyframes {
    /// Learns the keyframes of an object: a list of them with an `id` each, or an object by their names.
    pub(super) fn learn(&mut self, fields: &[(String, &RawValue)]) {
        let Some((_, held)) = fields.iter().find(|(name, _)| plain(name) == "keyframes") else { return };
        if let Ok(Fields(named)) = serde_json::from_str(held.get()) {
            for (name, value) in named {
                let frame = serde_json::from_str(value.get()).ok().and_then(|it| read(&it));
                self.named.extend(frame.map(|it| (name, it)));
            }
        }
        let list: Vec<Value> = serde_json::from_str(held.get()).unwrap_or_default();
        for value in &list {
            let name = ["id", "name", "key"].into_iter().find_map(|it| value.get(it));
            if let (Some(name), Some(frame)) = (name, read(value)) {
                self.named.insert(name.as_str().map_or_else(|| name.to_string(), str::to_owned), frame);
            }
        }
    }

    /// Turns the `from` and `to` of a clip into its two prompts and its seed. What else they say is kept.
    pub(super) fn unfold(&mut self, fields: &mut Vec<(String, Cell)>) -> Result<(), String> {
        let (from, to) = (self.frame("from", fields)?, self.frame("to", fields)?);
        let chained = to.as_ref().and(self.last.take());
        let first = from.clone().or(chained);
        for (name, frame) in [("from", &from), ("to", &to)] {
            if frame.as_ref().is_some_and(|it| !it.more) {
                fields.retain(|(other, _)| plain(other) != name);
            }
        }
        if first.is_some() || to.is_some() {
            let seed = first.as_ref().and_then(|it| it.seed.clone());
            add(fields, Column::FirstPrompt, "first prompt", first.map(|it| Cell::of_text(it.prompt)));
            add(
                fields,
                Column::LastPrompt,
                "last prompt",
                to.as_ref().map(|it| Cell::of_text(it.prompt.as_str())),
            );
            add(fields, Column::Seed, "seed", seed.map(Cell::Json));
        }
        self.last = to;
        Ok(())
    }

    fn frame(&self, name: &str, fields: &[(String, Cell)]) -> Result<Option<Keyframe>, String> {
        let Some((_, cell)) = fields.iter().find(|(other, _)| plain(other) == name) else { return Ok(None) };
        match cell {
            Cell::Empty | Cell::Failed(_) => Ok(None),
            Cell::Json(raw) if raw.starts_with('{') => {
                Ok(serde_json::from_str(raw).ok().and_then(|it| read(&it)))
            }
            // Without keyframes to look it up in, a number is a moment of a timeline and a text a prompt.
            Cell::Json(_) if self.named.is_empty() => Ok(None),
            Cell::Text(text) if self.named.is_empty() => {
                Ok(Some(Keyframe { prompt: text.clone(), ..Keyframe::default() }))
            }
            Cell::Text(text) | Cell::Json(text) => match self.named.get(text.trim()) {
                Some(frame) => Ok(Some(Keyframe { more: true, ..frame.clone() })),
                None => Err(format!(
                    "expected `{name}` to be one of `keyframes`, got `{}`",
                    crate::problem::excerpt(text)
                )),
            },
        }
    }
}

/// A keyframe that is an object with a prompt, or a text.
fn read(value: &Value) -> Option<Keyframe> {
    if let Value::String(prompt) = value {
        return Some(Keyframe { prompt: prompt.clone(), ..Keyframe::default() });
    }
    let fields = value.as_object()?;
    let (_, _, prompts) = NAMES.iter().find(|(it, ..)| *it == Column::Prompt)?;
    let prompt = prompts.iter().chain(&["text"]).find_map(|known| {
        let (name, value) = fields.iter().find(|(name, _)| plain(name) == *known)?;
        Some((name, value.as_str()?))
    });
    let (name, prompt) = prompt?;
    let seed = fields.get("seed").filter(|it| !it.is_null());
    let more = fields.keys().any(|it| it != name && it != "seed");
    Some(Keyframe { prompt: prompt.to_owned(), seed: seed.map(Value::to_string), more })
}

/// Adds a field, unless the clip says it itself.
fn add(fields: &mut Vec<(String, Cell)>, column: Column, name: &str, cell: Option<Cell>) {
    let names = NAMES.iter().find(|(it, ..)| *it == column).map_or(&[][..], |(_, _, names)| *names);
    let said = fields.iter().any(|(it, cell)| names.contains(&plain(it).as_str()) && *cell != Cell::Empty);
    if let Some(cell) = cell.filter(|_| !said) {
        fields.retain(|(it, _)| it != name);
        fields.push((name.to_owned(), cell));
    }
}
