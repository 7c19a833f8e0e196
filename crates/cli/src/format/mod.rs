//! Storyboard files: a file becomes a table of named cells with line numbers, the table becomes shots.
//!
//! A format only makes a [`table::Table`]; what headers and cells mean is decided once, for all formats.
//! Either every row is good or nothing is handed out, and all that is wrong is told at once.

mod chapter;
mod columns;
mod csv;
mod duration;
mod error;
mod grid;
mod json;
mod keyframes;
mod markdown;
mod naming;
mod nested;
mod row;
mod sheet;
mod shots;
mod table;
mod text;

use std::path::Path;

use rushes_core::Shot;

pub use error::ImportErrors;
pub use naming::Mapping;

use error::Refusal;
use naming::Naming;
use table::Table;

/// What a storyboard file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Storyboard {
    /// The shots, in the order of the film.
    pub shots: Vec<Shot>,
    /// Whether the file names its shots. If not, the codes are only the rows' numbers.
    pub has_codes: bool,
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

/// How a format is read into a table.
#[derive(Clone, Copy)]
enum Reader {
    Text(fn(&str, Naming<'_>) -> Result<Table, Refusal>),
    Bytes(fn(&[u8], Naming<'_>) -> Result<Table, Refusal>),
}

/// The formats that are read: the ending of the file's name, the name of the format, its reader.
const FORMATS: [(&str, &str, Reader); 12] = [
    ("csv", "CSV", Reader::Text(csv::read)),
    ("tsv", "TSV", Reader::Text(csv::read_tabs)),
    ("xlsx", "XLSX", Reader::Bytes(sheet::read_xlsx)),
    ("xlsm", "XLSX", Reader::Bytes(sheet::read_xlsx)),
    ("xlsb", "XLSB", Reader::Bytes(sheet::read_xlsb)),
    ("xls", "XLS", Reader::Bytes(sheet::read_xls)),
    ("ods", "ODS", Reader::Bytes(sheet::read_ods)),
    ("md", "Markdown", Reader::Text(markdown::read)),
    ("markdown", "Markdown", Reader::Text(markdown::read)),
    ("json", "JSON", Reader::Text(json::read)),
    ("jsonl", "JSON Lines", Reader::Text(json::read_lines)),
    ("ndjson", "JSON Lines", Reader::Text(json::read_lines)),
];

/// Reads a storyboard. The ending of the file's name says which format it has.
pub fn read(path: &Path) -> Result<Storyboard, ImportErrors> {
    read_mapped(path, &[])
}

/// Reads a storyboard of which a person said what some columns are.
pub fn read_mapped(path: &Path, mappings: &[Mapping]) -> Result<Storyboard, ImportErrors> {
    let refuse = |refusal| ImportErrors::refused(path, refusal);
    let naming = Naming(mappings);
    let reader = format_of(path).map_err(refuse)?;
    let bytes = std::fs::read(path).map_err(|source| ImportErrors::unreadable(path, source))?;
    table_of(reader, bytes, naming).and_then(|table| shots::of_table(table, naming)).map_err(refuse)
}

/// The table of a file's bytes, which are given up as soon as they are read.
fn table_of(reader: Reader, bytes: Vec<u8>, naming: Naming<'_>) -> Result<Table, Refusal> {
    match reader {
        Reader::Text(read) => {
            let (text, guessed) = text::decode(&bytes)?;
            let mut table = read(&text, naming)?;
            if let Some(encoding) = guessed {
                table.warnings.insert(0, format!("the file is not in UTF-8; it was read as {encoding}"));
            }
            Ok(table)
        }
        Reader::Bytes(_) if bytes.is_empty() => Err(text::empty_file()),
        Reader::Bytes(read) => read(&bytes, naming),
    }
}

fn format_of(path: &Path) -> Result<Reader, Refusal> {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_lowercase();
    let known = FORMATS.iter().find(|(known, _, _)| *known == ending);
    known.map(|(_, _, read)| *read).ok_or_else(|| {
        let mut names: Vec<&str> = FORMATS.iter().map(|(_, name, _)| *name).collect();
        names.dedup();
        let got = if ending.is_empty() { "no ending".to_owned() } else { format!("`.{ending}`") };
        let reason = format!("expected a file of a format that is read ({}), got {got}", names.join(", "));
        Refusal::whole(reason, "a spreadsheet program can save a sheet as CSV with the encoding UTF-8")
    })
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "shapes_tests.rs"]
mod shapes_tests;

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod sheet_tests;

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod markdown_tests;

#[cfg(test)]
#[path = "nested_tests.rs"]
mod nested_tests;
