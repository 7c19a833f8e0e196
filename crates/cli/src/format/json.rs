//! JSON and JSON Lines: each shot is an object, its names are the columns.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::problem::{Problem, excerpt, line_at};

use super::chapter::Chapter;
use super::error::Refusal;
use super::keyframes::Keyframes;
use super::naming::{Naming, plain};
use super::nested::Finder;
use super::table::{Cell, Row, Table};

pub(super) const SHAPE: &str = "a JSON storyboard is `[{\"prompt\": \"..\"}, ..]` or `{\"shots\": [..]}`";

/// Reads a JSON file.
pub(super) fn read(text: &str, naming: Naming<'_>) -> Result<Table, Refusal> {
    let answered = |problem| answer(text).and_then(|it| parse(text, it).ok()).ok_or(problem);
    let whole: &RawValue = parse(text, text).or_else(answered).map_err(misshapen)?;
    let mut shots = Shots::new(text);
    Finder::new(&mut shots, naming).take_all(whole, &mut Vec::new())?;
    shots.table.checked()
}

/// The JSON in an answer of a language model, which has a sentence before it or a fence around it.
fn answer(text: &str) -> Option<&str> {
    let is_bare = text.trim_start().starts_with(['[', '{']);
    let found = text.get(text.find(['[', '{'])?..=text.rfind([']', '}'])?);
    found.filter(|_| !is_bare)
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
pub(super) struct Shots<'a> {
    lines: Lines<'a>,
    pub(super) table: Table,
    places: Places,
    keyframes: Keyframes,
    /// What the scene is called that the next shots are in.
    pub(super) scene: Option<String>,
}

impl<'a> Shots<'a> {
    fn new(text: &'a str) -> Shots<'a> {
        Shots {
            lines: Lines { text, at: 0, line: 1 },
            table: Table::default(),
            places: Places::default(),
            keyframes: Keyframes::default(),
            scene: None,
        }
    }

    pub(super) fn text(&self) -> &'a str {
        self.lines.text
    }

    pub(super) fn know_keyframes(&mut self, fields: &[(String, &RawValue)]) {
        self.keyframes.learn(fields);
    }

    pub(super) fn begin_chapter(&mut self, chapter: Chapter) {
        self.table.headings.push((self.table.rows.len(), chapter));
    }

    /// Takes a shot; what is wrong with it is told with its line.
    pub(super) fn take(&mut self, shot: &str) {
        let line = self.lines.of(shot);
        match self.fields(shot, line) {
            Ok(fields) => {
                let cells = self.places.cells(fields, &mut self.table.headers);
                self.table.rows.push(Row { line, cells });
            }
            Err(problem) => self.table.problems.push(problem),
        }
    }

    fn fields(&mut self, shot: &str, line: usize) -> Result<Vec<(String, Cell)>, Problem> {
        let mut fields = fields(self.lines.text, shot, line)?;
        self.keyframes.unfold(&mut fields).map_err(|reason| Problem::line(line, reason))?;
        if let Some(scene) = self.scene.as_ref().filter(|_| fields.iter().all(|(it, _)| plain(it) != "scene"))
        {
            fields.push(("scene".to_owned(), Cell::of_text(scene.as_str())));
        }
        Ok(fields)
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

pub(super) fn misshapen(problem: Problem) -> Refusal {
    Refusal::one(problem, SHAPE)
}

/// Parses a part of the text; the line of an error is the line in the whole text.
pub(super) fn parse<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, Problem> {
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
pub(super) struct Fields<'a>(pub(super) Vec<(String, &'a RawValue)>);

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
