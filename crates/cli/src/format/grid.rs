//! Rows as they stand in a sheet: the row with the column names is found, what is above it and blank rows are passed
//! over, and rows that only name a chapter become headings.

use std::collections::BTreeSet;

use crate::problem::Problem;

use super::chapter;
use super::naming::{Column, Naming, PROMPTS};
use super::table::{Cell, Row, Table};

/// So many rows from the top may come before the column names.
const TITLE_ROWS: usize = 30;
/// A row with so many known names is the one with the names, even if no prompt is among them.
const ENOUGH_NAMES: usize = 3;

/// Rows that are not blank, in their order.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) rows: Vec<Row>,
    /// The lines of rows that are one cell from side to side.
    pub(super) wide: BTreeSet<usize>,
}

/// What a row with more cells than there are column names is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Surplus {
    /// A mistake: a separator inside a cell without quotes.
    Refused,
    /// A column without a name, which is kept.
    Kept,
}

impl Grid {
    /// Takes a row, unless it is blank.
    pub(super) fn push(&mut self, line: usize, cells: Vec<Cell>) {
        if cells.iter().any(|it| *it != Cell::Empty) {
            self.rows.push(Row { line, cells });
        }
    }

    /// Whether the column names have a prompt among them.
    pub(super) fn has_a_prompt(&self, naming: Naming<'_>) -> bool {
        self.rows.get(self.header(naming)).is_some_and(|it| understood(it, naming).1)
    }

    /// The row with the column names: the first with a prompt among them, or else the one with the most known names.
    fn header(&self, naming: Naming<'_>) -> usize {
        let mut best = (0, 0);
        for (at, row) in self.rows.iter().take(TITLE_ROWS).enumerate() {
            let (known, prompt) = understood(row, naming);
            if prompt || known >= ENOUGH_NAMES {
                return at;
            }
            if known > best.0 {
                best = (known, at);
            }
        }
        best.1
    }

    /// The table below the column names.
    pub(super) fn into_table(self, naming: Naming<'_>, surplus: Surplus) -> Table {
        let Grid { mut rows, wide } = self;
        let mut table = Table::default();
        if rows.is_empty() {
            return table;
        }
        let header = Grid { rows: std::mem::take(&mut rows), wide: BTreeSet::new() };
        let at = header.header(naming);
        let mut rows = header.rows.into_iter().skip(at);
        let names = rows.next().expect("the header is one of the rows");
        if at > 0 {
            let line = names.line;
            table.warnings.push(format!("the column names are on line {line}; what is above is not used"));
        }
        table.headers = names.cells.iter().map(name).collect();
        let known = naming.understand(&table.headers);
        let prompts: Vec<usize> = PROMPTS.iter().filter_map(|it| known.get(it)).flatten().copied().collect();
        let chapter = known.get(&Column::Chapter).map(|it| it[0]);
        for row in rows {
            let heading = lone(&row).and_then(|(place, text)| {
                let wide = wide.contains(&row.line);
                let said = wide || chapter == Some(place) || chapter::announces(text);
                (said && table.headers.len() > 1 && (wide || !prompts.contains(&place)))
                    .then(|| chapter::parse(text))
            });
            match heading {
                Some(heading) => table.headings.push((table.rows.len(), heading)),
                None => take(row, surplus, &mut table),
            }
        }
        table
    }
}

/// How many names of a row are known, and whether a prompt is among them.
fn understood(row: &Row, naming: Naming<'_>) -> (usize, bool) {
    let names: Vec<String> = row.cells.iter().map(name).collect();
    let known = naming.understand(&names);
    (known.len(), PROMPTS.iter().any(|it| known.contains_key(it)))
}

fn name(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) | Cell::Json(text) | Cell::Failed(text) => text.clone(),
    }
}

/// The only cell of a row that is not empty, if it is a text or a number.
fn lone(row: &Row) -> Option<(usize, &str)> {
    let mut filled = row.cells.iter().enumerate().filter(|(_, it)| **it != Cell::Empty);
    match (filled.next()?, filled.next()) {
        ((at, Cell::Text(text) | Cell::Json(text)), None) => Some((at, text)),
        _ => None,
    }
}

fn take(mut row: Row, surplus: Surplus, table: &mut Table) {
    let known = table.headers.len();
    let used = row.cells.iter().rposition(|it| *it != Cell::Empty).map_or(0, |it| it + 1);
    if used > known && surplus == Surplus::Kept {
        table.headers.resize(used, String::new());
    } else if used > known {
        let reason =
            format!("expected {known} cells as in the header, got {used}; is a cell with a comma in quotes?");
        table.problems.push(Problem::line(row.line, reason));
    }
    row.cells.truncate(used.min(table.headers.len()));
    table.rows.push(row);
}
