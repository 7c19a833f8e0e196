//! A list as a person reads it, in columns under their names, or as JSON: one definition for both.

use std::time::Duration;

use rushes_core::Instant;
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

use crate::say;

/// Longer texts are cut in a person's columns; JSON has them whole.
const WIDEST: usize = 160;

/// One cell of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Nothing there.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A moment.
    Time(Instant),
    /// How long something takes, if that is known, and the same for a person.
    Span(Option<Duration>, String),
}

/// The columns of a list and its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    columns: &'static [&'static str],
    rows: Vec<Vec<Cell>>,
}

impl Cell {
    /// A text, or nothing.
    pub fn maybe(text: Option<impl Into<String>>) -> Cell {
        text.map_or(Cell::Empty, |it| Cell::text(it))
    }

    /// A text; an empty one is nothing.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        if text.is_empty() { Cell::Empty } else { Cell::Text(text) }
    }

    /// A number of things.
    pub fn count(number: impl TryInto<i64>) -> Cell {
        Cell::Number(number.try_into().unwrap_or(i64::MAX))
    }

    /// How long something takes: a number of seconds in JSON, these words for a person.
    pub fn span(time: Option<Duration>, words: impl Fn(Duration) -> String) -> Cell {
        Cell::Span(time, time.map_or_else(|| "-".to_owned(), words))
    }

    /// The name of its field, which says in what a span is counted.
    fn key(&self, column: &str) -> String {
        let name = column.replace(' ', "_");
        if matches!(self, Cell::Span(..)) { format!("{name}_seconds") } else { name }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Empty => Value::Null,
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Number(number) => Value::from(*number),
            Cell::Time(at) => timestamp(*at).map_or(Value::Null, |it| Value::from(it.to_string())),
            Cell::Span(time, _) => time.map_or(Value::Null, |it| Value::from(it.as_secs_f64())),
        }
    }

    fn words(&self) -> String {
        match self {
            Cell::Empty => "-".to_owned(),
            Cell::Text(text) => {
                let line = text.lines().next().unwrap_or_default();
                let cut: String = line.chars().take(WIDEST).collect();
                if cut.len() < text.trim_end().len() { format!("{cut} ..") } else { cut }
            }
            Cell::Number(number) => number.to_string(),
            Cell::Time(at) => local(*at),
            Cell::Span(_, words) => words.clone(),
        }
    }
}

impl List {
    /// An empty list with these columns.
    pub fn new(columns: &'static [&'static str]) -> List {
        List { columns, rows: Vec::new() }
    }

    /// One row more, a cell for each column.
    pub fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Prints it; `empty` is what a person reads if there is nothing in it.
    pub fn print(&self, json: bool, empty: &str) {
        match (json, self.rows.is_empty()) {
            (true, _) => say(&format!("{:#}", self.json())),
            (false, true) => say(empty),
            (false, false) => self.lines().iter().for_each(|it| say(it)),
        }
    }

    /// An array with an object for each row.
    pub fn json(&self) -> Value {
        let object = |row: &Vec<Cell>| {
            let fields = self.columns.iter().zip(row);
            Value::Object(fields.map(|(name, cell)| (cell.key(name), cell.json())).collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect())
    }

    /// The names of the columns, and below them the rows, as a person reads them.
    pub fn table(&self) -> Vec<Vec<String>> {
        let head: Vec<String> = self.columns.iter().map(|it| (*it).to_owned()).collect();
        let body = self.rows.iter().map(|row| row.iter().map(Cell::words).collect());
        std::iter::once(head).chain(body).collect()
    }

    /// How wide each column is.
    pub fn widths(&self) -> Vec<usize> {
        let table = self.table();
        let width = |at: usize| table.iter().filter_map(|it| it.get(at)).map(|it| it.width()).max();
        (0..self.columns.len()).map(|it| width(it).unwrap_or(0)).collect()
    }

    fn lines(&self) -> Vec<String> {
        let widths = self.widths();
        self.table().iter().map(|line| padded(line, &widths)).collect()
    }
}

fn padded(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        line.push_str(cell);
        line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
    }
    line.trim_end().to_owned()
}

/// An instant as this machine's local time.
pub fn local(at: Instant) -> String {
    let zone = jiff::tz::TimeZone::system();
    let shown = |it: jiff::Timestamp| it.to_zoned_datetime(zone).strftime("%Y-%m-%d %H:%M:%S").to_string();
    timestamp(at).map_or_else(|| "-".to_owned(), shown)
}

fn timestamp(at: Instant) -> Option<jiff::Timestamp> {
    jiff::Timestamp::from_millisecond(at.0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> List {
        let mut list = List::new(&["shot", "last error"]);
        list.push(vec![Cell::text("镜头-1"), Cell::text("no rain\ntoday")]);
        list.push(vec![Cell::text("SCN000002"), Cell::Empty]);
        list
    }

    #[test]
    fn columns_stand_below_their_names_in_every_language() {
        assert_eq!(list().lines(), ["shot       last error", "镜头-1     no rain ..", "SCN000002  -"]);
    }

    #[test]
    fn json_has_every_text_whole_and_nothing_as_null() {
        let expected = serde_json::json!([
            {"shot": "镜头-1", "last_error": "no rain\ntoday"},
            {"shot": "SCN000002", "last_error": null},
        ]);
        assert_eq!(list().json(), expected);
    }

    #[test]
    fn spans_are_seconds_in_json_whether_they_are_known_or_not() {
        let mut list = List::new(&["shot", "took"]);
        for took in [Some(Duration::from_millis(62_500)), None] {
            list.push(vec![Cell::text("SCN1"), Cell::span(took, |it| format!("{} ms", it.as_millis()))]);
        }
        let expected = serde_json::json!([
            {"shot": "SCN1", "took_seconds": 62.5},
            {"shot": "SCN1", "took_seconds": null},
        ]);
        assert_eq!(list.json(), expected);
        assert_eq!(list.lines(), ["shot  took", "SCN1  62500 ms", "SCN1  -"]);
    }

    #[test]
    fn moments_are_whole_in_json() {
        assert_eq!(Cell::Time(Instant(1_500)).json(), Value::from("1970-01-01T00:00:01.5Z"));
    }
}
