//! What every format is turned into: named columns, and rows of cells that know their line.

use crate::problem::Problem;

use super::chapter::Chapter;
use super::error::Refusal;

/// More columns than this are not a storyboard.
const MOST_COLUMNS: usize = 1000;

/// A storyboard before anything in it was understood.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) headers: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// Chapters that begin before a row, by its place among the rows.
    pub(super) headings: Vec<(usize, Chapter)>,
    /// Rows that are no rows; the others are still looked at, so that everything is told at once.
    pub(super) problems: Vec<Problem>,
    pub(super) warnings: Vec<String>,
}

/// One row. Cells that are missing at its end are empty.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) cells: Vec<Cell>,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Text(String),
    /// Anything but text, as JSON: `3.5`, `["a", "b"]`.
    Json(String),
    /// What a formula that failed shows: `#REF!`.
    Failed(String),
}

impl Table {
    /// The table, if it holds at least a column and a row and not too many columns.
    pub(super) fn checked(self) -> Result<Table, Refusal> {
        let hint = "a storyboard is a line of column names, then one row for each shot";
        if self.has_too_many_columns() {
            let reason = format!("expected at most {MOST_COLUMNS} columns, got {}", self.headers.len());
            return Err(Refusal::whole(reason, hint));
        }
        if self.rows.is_empty() && !self.problems.is_empty() {
            return Err(Refusal::rows(self.problems));
        }
        if self.rows.is_empty() {
            return Err(Refusal::whole("expected at least one shot, got none", hint));
        }
        Ok(self)
    }

    pub(super) fn has_too_many_columns(&self) -> bool {
        self.headers.len() > MOST_COLUMNS
    }
}

impl Cell {
    pub(super) fn of_text(text: impl Into<String>) -> Cell {
        let text = text.into();
        if text.trim().is_empty() { Cell::Empty } else { Cell::Text(text) }
    }
}

impl Row {
    pub(super) fn cell(&self, column: usize) -> &Cell {
        self.cells.get(column).unwrap_or(&Cell::Empty)
    }

    pub(super) fn problem(&self, header: &str, reason: impl Into<String>) -> Problem {
        Problem { line: Some(self.line), place: Some(format!("column `{header}`")), reason: reason.into() }
    }
}
