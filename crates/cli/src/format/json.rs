//! JSON: an array of shots, or an object that holds one. Each shot is an object; its names are the columns.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::problem::{Problem, excerpt, line_at};

use super::error::Refusal;
use super::naming::{Naming, plain};
use super::table::{Cell, Row, Table};

/// Where an object may hold its shots.
const HOLDERS: [&str; 4] = ["shots", "clips", "scenes", "storyboard"];

const SHAPE: &str = "a JSON storyboard is `[{\"prompt\": \"..\"}, ..]` or `{\"shots\": [..]}`";

/// Reads a JSON file.
pub(super) fn read(text: &str, _: Naming<'_>) -> Result<Table, Refusal> {
    let whole: &RawValue = parse(text, text).map_err(misshapen)?;
    let mut shots = Shots::new(text);
    for shot in find_shots(text, whole, &mut shots.table.warnings)? {
        shots.take(shot.get());
        if shots.table.has_too_many_columns() {
            break;
        }
    }
    shots.table.checked()
}

/// Reads JSON Lines: a shot on each line.
pub(super) fn read_lines(text: &str, _: Naming<'_>) -> Result<Table, Refusal> {
    let mut shots = Shots::new(text);
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        match parse::<&RawValue>(text, line) {
            Ok(_) => shots.take(line),
            Err(problem) => shots.table.problems.push(problem),
        }
        if shots.table.has_too_many_columns() {
            break;
        }
    }
    shots.table.checked()
}

/// The shots that were read so far, as a table.
struct Shots<'a> {
    lines: Lines<'a>,
    table: Table,
    places: Places,
}

impl<'a> Shots<'a> {
    fn new(text: &'a str) -> Shots<'a> {
        Shots { lines: Lines { text, at: 0, line: 1 }, table: Table::default(), places: Places::default() }
    }

    fn take(&mut self, shot: &str) {
        let line = self.lines.of(shot);
        match fields(self.lines.text, shot, line) {
            Ok(fields) => {
                let cells = self.places.cells(fields, &mut self.table.headers);
                self.table.rows.push(Row { line, cells });
            }
            Err(problem) => self.table.problems.push(problem),
        }
    }
}

/// Where the columns stand, by their names as written and by what all spellings of a name share.
#[derive(Default)]
struct Places {
    exact: HashMap<String, usize>,
    alike: HashMap<String, usize>,
}

impl Places {
    fn cells(&mut self, fields: Vec<(String, Cell)>, headers: &mut Vec<String>) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut taken = BTreeSet::new();
        let mut left = Vec::new();
        for (name, cell) in fields {
            match self.exact.get(&name).filter(|at| taken.insert(**at)) {
                Some(at) => put(&mut cells, *at, cell),
                None => left.push((name, cell)),
            }
        }
        for (name, cell) in left {
            let alike = self.alike.get(&plain(&name)).copied().filter(|at| taken.insert(*at));
            let at = alike.unwrap_or_else(|| {
                headers.push(name.clone());
                taken.insert(headers.len() - 1);
                headers.len() - 1
            });
            self.alike.entry(plain(&name)).or_insert(at);
            self.exact.insert(name, at);
            put(&mut cells, at, cell);
        }
        cells
    }
}

fn put(cells: &mut Vec<Cell>, at: usize, cell: Cell) {
    if cells.len() <= at {
        cells.resize(at + 1, Cell::Empty);
    }
    cells[at] = cell;
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
