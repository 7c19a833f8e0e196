//! CSV: a line of column names, then one row for each shot. Cells in quotes may hold line ends.

use std::io::Read;

use ::csv::{ReaderBuilder, StringRecord};

use crate::problem::{Problem, line_at};

use super::error::Refusal;
use super::table::{Cell, Row, Table};
use super::text;

/// Read after the file's end: only an open quote can swallow it, since no cell may hold a NUL.
const AFTER_THE_END: &str = "\n\0";

/// Reads a CSV file.
pub(super) fn read(bytes: &[u8]) -> Result<Table, Refusal> {
    let decoded = text::decode(bytes)?;
    let text = text::with_plain_line_ends(decoded);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes().chain(AFTER_THE_END.as_bytes()));
    let mut table = Table::default();
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
        take(&record, line, &mut table);
    }
    table.checked()
}

const QUOTES: &str =
    "look for a quote that was opened on that line and never closed; a quote inside a cell is written twice";

/// The first record that is not blank names the columns, the others are rows; blank ones are skipped.
fn take(record: &StringRecord, line: usize, table: &mut Table) {
    if record.iter().all(|it| it.trim().is_empty()) {
        return;
    }
    if table.headers.is_empty() {
        table.headers = record.iter().map(str::to_owned).collect();
        return;
    }
    let known = table.headers.len();
    let used = (0..record.len()).rfind(|at| !record[*at].trim().is_empty()).map_or(0, |it| it + 1);
    if used > known {
        let reason =
            format!("expected {known} cells as in the header, got {used}; is a cell with a comma in quotes?");
        table.problems.push(Problem::line(line, reason));
    }
    table.rows.push(Row { line, cells: record.iter().take(known).map(Cell::of_text).collect() });
}

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

/// Spreadsheet programs write semicolons or tabs in some countries; the header shows which.
fn delimiter(text: &str) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    for byte in text.trim_start().bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(it, _)| *it == byte).for_each(|(_, count)| *count += 1),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    counts.iter().find(|(_, count)| *count == most).map_or(b',', |(it, _)| *it)
}
