//! JSON: an array of shots, or an object that holds one. Each shot is an object; its names are the columns.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::problem::{Problem, excerpt, line_at};

use super::error::Refusal;
use super::table::{Cell, Row, Table};
use super::text;

/// Where an object may hold its shots.
const HOLDERS: [&str; 4] = ["shots", "clips", "scenes", "storyboard"];

const SHAPE: &str = "a JSON storyboard is `[{\"prompt\": \"..\"}, ..]` or `{\"shots\": [..]}`";

/// Reads a JSON file.
pub(super) fn read(bytes: &[u8]) -> Result<Table, Refusal> {
    let text = text::decode(bytes)?;
    let whole: &RawValue = parse(text, text).map_err(misshapen)?;
    let mut table = Table::default();
    let shots = find_shots(text, whole, &mut table.warnings)?;
    let mut columns = HashMap::new();
    let mut lines = Lines { text, at: 0, line: 1 };
    for shot in shots {
        let line = lines.of(shot.get());
        match fields(text, shot.get(), line) {
            Ok(fields) => {
                table.rows.push(Row { line, cells: cells(fields, &mut table.headers, &mut columns) })
            }
            Err(problem) => table.problems.push(problem),
        }
        if table.has_too_many_columns() {
            break;
        }
    }
    table.checked()
}

fn misshapen(problem: Problem) -> Refusal {
    Refusal::one(problem, SHAPE)
}

/// The array of shots: the value itself, or under one of its known names.
fn find_shots<'a>(
    text: &str,
    value: &'a RawValue,
    warnings: &mut Vec<String>,
) -> Result<Vec<&'a RawValue>, Refusal> {
    match value.get().as_bytes().first() {
        Some(b'[') => parse(text, value.get()).map_err(misshapen),
        Some(b'{') => {
            let Fields(fields) = parse(text, value.get()).map_err(misshapen)?;
            let held = |name: &&str| fields.iter().find(|(field, value)| field == name && holds(value));
            let Some((name, inner)) = HOLDERS.iter().find_map(held) else {
                let names: Vec<String> =
                    fields.iter().take(9).map(|(it, _)| format!("`{}`", excerpt(it))).collect();
                let reason = format!(
                    "expected an array of shots, or an object with one under `{}`, got an object with {}",
                    HOLDERS.join("`, `"),
                    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") },
                );
                return Err(Refusal::whole(reason, SHAPE));
            };
            for (other, _) in fields.iter().filter(|(other, _)| other != name) {
                warnings
                    .push(format!("`{}` beside `{name}` belongs to no shot and is not used", excerpt(other)));
            }
            find_shots(text, inner, warnings)
        }
        _ => {
            Err(Refusal::whole(format!("expected an array of shots, got `{}`", excerpt(value.get())), SHAPE))
        }
    }
}

fn holds(value: &RawValue) -> bool {
    value.get().starts_with(['[', '{'])
}

/// Parses a part of the text; the line of an error is the line in the whole text.
fn parse<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, Problem> {
    serde_json::from_str(part).map_err(|error| {
        let line = line_at(&text.as_bytes()[..start(text, part)]) + error.line().saturating_sub(1);
        let whole = error.to_string();
        let reason = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(reason, _)| reason);
        Problem::line(line, format!("expected valid JSON, got an error: {reason}"))
    })
}

/// Where a part of the text begins in it.
fn start(text: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    offset.filter(|it| *it <= text.len()).unwrap_or(0)
}

/// Counts lines up to each shot.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, part: &str) -> usize {
        let start = start(self.text, part).max(self.at);
        self.line += line_at(&self.text.as_bytes()[self.at..start]) - 1;
        self.at = start;
        self.line
    }
}

/// A shot's fields in their order; a name that comes twice is refused, since one of the two would be lost.
fn fields(text: &str, shot: &str, line: usize) -> Result<Vec<(String, Cell)>, Problem> {
    if !shot.starts_with('{') {
        return Err(Problem::line(line, format!("expected a shot to be an object, got `{}`", excerpt(shot))));
    }
    let Fields(fields) = parse(text, shot)?;
    let mut seen = BTreeSet::new();
    if let Some((name, _)) = fields.iter().find(|(name, _)| !seen.insert(name.as_str())) {
        return Err(Problem::line(line, format!("expected each name once, got `{}` twice", excerpt(name))));
    }
    fields.into_iter().map(|(name, value)| Ok((name, cell(text, value.get())?))).collect()
}

fn cells(
    fields: Vec<(String, Cell)>,
    headers: &mut Vec<String>,
    columns: &mut HashMap<String, usize>,
) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (name, cell) in fields {
        let at = *columns.entry(name).or_insert_with_key(|name| {
            headers.push(name.clone());
            headers.len() - 1
        });
        if cells.len() <= at {
            cells.resize(at + 1, Cell::Empty);
        }
        cells[at] = cell;
    }
    cells
}

fn cell(text: &str, raw: &str) -> Result<Cell, Problem> {
    if raw.starts_with('"') {
        let text: String = parse(text, raw)?;
        return Ok(Cell::of_text(text));
    }
    Ok(if raw == "null" { Cell::Empty } else { Cell::Json(compact(raw)) })
}

/// The JSON without the spaces between its parts. Its numbers stay as they are written.
fn compact(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let (mut quoted, mut escaped) = (false, false);
    for it in raw.chars() {
        if quoted || !it.is_ascii_whitespace() {
            out.push(it);
        }
        quoted ^= it == '"' && !escaped;
        escaped = quoted && it == '\\' && !escaped;
    }
    out
}

/// An object's names and values, in order and with repetitions.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(InOrder).map(Fields)
    }
}
