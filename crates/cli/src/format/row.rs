//! One row, read column by column; what is wrong with it is collected.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::problem::Problem;

use super::columns::Columns;
use super::naming::{Column, shown};
use super::table::{Cell, Row};
use super::text;

/// A longer text is a file that went into a cell by mistake.
const LONGEST: usize = 1_000_000;

/// Reads the cells of a row.
pub(super) struct RowReader<'a> {
    headers: &'a [String],
    columns: &'a Columns,
    row: &'a Row,
    pub(super) problems: Vec<Problem>,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(headers: &'a [String], columns: &'a Columns, row: &'a Row) -> RowReader<'a> {
        RowReader { headers, columns, row, problems: Vec::new() }
    }

    /// The text of a column, without outer spaces; empty if there is none.
    pub(super) fn text(&mut self, column: Column) -> String {
        let Some(at) = self.columns.of_row(column, self.row) else { return String::new() };
        let separator = if column == Column::Refs { "\n" } else { ", " };
        let text = match self.row.cell(at) {
            Cell::Empty => return String::new(),
            Cell::Text(text) => checked(text),
            Cell::Json(raw) => words(raw, separator).and_then(|it| checked(&it)),
            Cell::Failed(shown) => Err(failed(shown)),
        };
        text.unwrap_or_else(|reason| {
            self.refuse(at, reason);
            String::new()
        })
    }

    /// The value of a column, or `default` if its cell is empty.
    pub(super) fn value<T>(
        &mut self,
        column: Column,
        default: T,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> T {
        let text = self.text(column);
        let Some(at) = self.columns.of_row(column, self.row).filter(|_| !text.is_empty()) else {
            return default;
        };
        match parse(&text) {
            Ok(value) => value,
            Err(reason) => {
                self.refuse(at, reason);
                default
            }
        }
    }

    /// Everything without a place of its own, as a JSON object with sorted names.
    pub(super) fn extra(&mut self) -> String {
        let mut kept = BTreeMap::new();
        let columns = self.columns;
        for (at, name) in columns.kept_of_row(self.row) {
            match self.row.cell(at) {
                Cell::Empty => {}
                Cell::Json(raw) => drop(kept.insert(name, raw.clone())),
                Cell::Failed(shown) => self.refuse(at, failed(shown)),
                Cell::Text(text) => match checked(text) {
                    Ok(text) => drop(kept.insert(name, json_text(&text))),
                    Err(reason) => self.refuse(at, reason),
                },
            }
        }
        let mut out = String::from("{");
        for (name, value) in kept {
            let comma = if out.len() > 1 { "," } else { "" };
            write!(out, "{comma}{}:{value}", json_text(name)).expect("a `String` takes every text");
        }
        out.push('}');
        out
    }

    pub(super) fn refuse(&mut self, column: usize, reason: impl Into<String>) {
        self.problems.push(self.row.problem(&shown(&self.headers[column], column), reason));
    }
}

fn failed(shown: &str) -> String {
    format!("expected a value, got `{shown}` of a formula that failed")
}

fn json_text(text: &str) -> String {
    Value::from(text).to_string()
}

/// A text without outer spaces, if it is one that every database takes.
fn checked(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(format!("expected at most 1 MB of text, got {:.1} MB", text.len() as f64 / 1e6));
    }
    let text = text::with_plain_line_ends(text);
    match text.chars().find(|it| it.is_control() && !matches!(it, '\n' | '\t')) {
        Some(it) => Err(format!("expected text, got the control character U+{:04X}", u32::from(it))),
        None => Ok(text.into_owned()),
    }
}

/// A JSON value that is no text, as text: a number as it is written, a list with its parts joined.
fn words(raw: &str, separator: &str) -> Result<String, String> {
    let value: Value =
        serde_json::from_str(raw).map_err(|it| format!("expected valid JSON, got an error: {it}"))?;
    match value {
        Value::Array(parts) => Ok(parts.iter().map(word).collect::<Result<Vec<_>, _>>()?.join(separator)),
        Value::Number(_) | Value::Bool(_) => Ok(raw.to_owned()),
        Value::Object(_) | Value::String(_) | Value::Null => word(&value),
    }
}

/// One part of a list; an object stands for its `name`.
fn word(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        Value::Object(fields) => match fields.get("name") {
            Some(Value::String(name)) => Ok(name.clone()),
            _ => Err("expected text or a list of texts, got an object without a `name`".to_owned()),
        },
        Value::Null | Value::Array(_) => {
            Err("expected text or a list of texts, got a list with other things".to_owned())
        }
    }
}
