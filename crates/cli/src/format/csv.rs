//! CSV and TSV: a line of column names, then one row for each shot. Cells in quotes may hold line ends.

use std::io::Read;

use ::csv::{ReaderBuilder, StringRecord};

use crate::problem::{Problem, line_at};

use super::error::Refusal;
use super::grid::{Grid, Surplus};
use super::naming::Naming;
use super::table::{Cell, Table};
use super::text;

/// Read after the file's end: only an open quote can swallow it, since no cell may hold a NUL.
const AFTER_THE_END: &str = "\n\0";

/// Reads a CSV file.
pub(super) fn read(text: &str, naming: Naming<'_>) -> Result<Table, Refusal> {
    read_parted_by(delimiter(text), text, naming)
}

/// Reads a TSV file: the same with tabs.
pub(super) fn read_tabs(text: &str, naming: Naming<'_>) -> Result<Table, Refusal> {
    read_parted_by(b'\t', text, naming)
}

fn read_parted_by(delimiter: u8, text: &str, naming: Naming<'_>) -> Result<Table, Refusal> {
    let text = text::with_plain_line_ends(text);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes().chain(AFTER_THE_END.as_bytes()));
    let mut grid = Grid::default();
    let mut lines = Lines { text: text.as_bytes(), at: 0, line: 1 };
    for record in reader.records() {
        let record = record.map_err(|error| Refusal::rows(vec![Problem::whole(error.to_string())]))?;
        if record.get(0) == Some("\0") {
            break;
        }
        let line = lines.of(&record);
        if record.iter().any(|it| it.ends_with('\0')) {
            return Err(Refusal::one(
                Problem::line(line, "expected a closing quote, got the end of the file"),
                QUOTES,
            ));
        }
        grid.push(line, record.iter().map(Cell::of_text).collect());
    }
    grid.into_table(naming, Surplus::Refused).checked()
}

const QUOTES: &str =
    "look for a quote that was opened on that line and never closed; a quote inside a cell is written twice";

/// Counts lines up to each record. The reader's own count stands before the blank lines that it skips.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, record: &StringRecord) -> usize {
        let start = record.position().and_then(|it| usize::try_from(it.byte()).ok()).unwrap_or(self.at);
        let blank = self.text[start..].iter().take_while(|it| **it == b'\n').count();
        self.line += line_at(&self.text[self.at..start + blank]) - 1;
        self.at = start + blank;
        self.line
    }
}

/// Spreadsheet programs write semicolons or tabs in some countries; the first line that has any of them shows which.
fn delimiter(text: &str) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted && counts.iter().any(|(_, count)| *count > 0) => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(it, _)| *it == byte).for_each(|(_, count)| *count += 1),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    counts.iter().find(|(_, count)| *count == most).map_or(b',', |(it, _)| *it)
}
