//! Storyboard files: a file becomes a table of named cells with line numbers, the table becomes shots.
//!
//! A format only makes a [`table::Table`]; what headers and cells mean is decided once, for all formats.
//! Either every row is good or nothing is handed out, and all that is wrong is told at once.

mod chapter;
mod columns;
mod csv;
mod duration;
mod error;
mod json;
mod row;
mod shots;
mod table;
mod text;

use std::path::Path;

use rushes_core::Shot;

pub use error::ImportErrors;

use error::Refusal;
use table::Table;

/// What a storyboard file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Storyboard {
    /// The shots, in the order of the film.
    pub shots: Vec<Shot>,
    /// What each column was understood as.
    pub columns: Vec<ColumnUse>,
    /// What a person should know before the shots are imported.
    pub warnings: Vec<String>,
}

/// What a column of the file was understood as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnUse {
    /// The header as it stands in the file.
    pub header: String,
    /// Our word for it; `extra` for a column that is only kept.
    pub meaning: &'static str,
}

/// Makes a table of a file's bytes.
type ReadTable = fn(&[u8]) -> Result<Table, Refusal>;

/// The formats that are read: the ending of the file's name, the name of the format, its reader.
const FORMATS: [(&str, &str, ReadTable); 2] = [("csv", "CSV", csv::read), ("json", "JSON", json::read)];

/// Reads a storyboard. The ending of the file's name says which format it has.
pub fn read(path: &Path) -> Result<Storyboard, ImportErrors> {
    let refuse = |refusal| ImportErrors::refused(path, refusal);
    let read_table = format_of(path).map_err(refuse)?;
    let bytes = std::fs::read(path).map_err(|source| ImportErrors::unreadable(path, source))?;
    read_table(&bytes).and_then(shots::of_table).map_err(refuse)
}

fn format_of(path: &Path) -> Result<ReadTable, Refusal> {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_lowercase();
    let known = FORMATS.iter().find(|(known, _, _)| *known == ending);
    known.map(|(_, _, read)| *read).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|(_, name, _)| *name).collect();
        let got = if ending.is_empty() { "no ending".to_owned() } else { format!("`.{ending}`") };
        let reason = format!("expected a file of a format that is read ({}), got {got}", names.join(", "));
        Refusal::whole(reason, "a spreadsheet program can save a sheet as CSV with the encoding UTF-8")
    })
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
