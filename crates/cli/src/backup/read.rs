//! A backup read line by line; what is wrong is told with its line.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use rushes_store::Table;
use serde_json::Value;

use super::sum::Sum;
use super::{EndLine, FORMAT, Header, RowLine, VERSION};
use crate::problem::{Problem, excerpt};
use crate::report::{Failure, Happened};

/// No line is so long: a file that has none of ours is not read into memory.
const LONGEST_LINE: u64 = 256 * 1024 * 1024;

pub(super) const CUT: &str = "copy the file again from where it was made; nothing was changed";
const NO_BACKUP: &str = "`rushes backup` writes such a file";

/// A backup that is being read.
pub struct Reader {
    lines: Lines,
    header: Header,
    counts: BTreeMap<String, u64>,
    ended: bool,
}

impl Reader {
    /// Opens a backup and reads its first line. One of another version is refused.
    pub fn open(path: &Path) -> Result<Reader, Failure> {
        let file = File::open(path).map_err(|error| {
            Failure::new(format!("could not open `{}`: {error}", path.display())).hint(NO_BACKUP)
        })?;
        let (path, file) = (path.to_owned(), BufReader::new(file));
        let mut lines = Lines { path, file, sum: Sum::default(), number: 0 };
        let header = first_line(&mut lines)?;
        Ok(Reader { lines, header, counts: BTreeMap::new(), ended: false })
    }

    /// What the first line says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The number of the line that was read last.
    pub fn line(&self) -> usize {
        self.lines.number
    }

    /// The next row, exactly as it was written. None comes after the last line only, which proves that all were read.
    pub fn row(&mut self) -> Result<Option<(&'static Table, String)>, Failure> {
        if self.ended {
            return Ok(None);
        }
        let Some(text) = self.lines.next()? else {
            return Err(self.lines.wrong("the file ends here, before its last line: it was cut").hint(CUT));
        };
        if let Ok(row) = serde_json::from_str::<RowLine<'_>>(&text) {
            return self.checked(&row, &text).map(Some);
        }
        match serde_json::from_str(&text) {
            Ok(EndLine { end }) => self.end(&end.rows, &end.sha256).map(|()| None),
            Err(_) => {
                let got = excerpt(&text);
                Err(self.lines.wrong(format!("expected a row of a film, got `{got}`")).hint(CUT))
            }
        }
    }

    fn checked(&mut self, row: &RowLine<'_>, text: &str) -> Result<(&'static Table, String), Failure> {
        let Some(table) = Table::named(row.table) else {
            let got = excerpt(row.table);
            return Err(self.lines.wrong(format!("expected a table of rushes, got `{got}`")).hint(CUT));
        };
        if row.sum != self.lines.sum.mark(row.table, row.row.get()) {
            let words = "it is not the line that was written here: it or the one before was edited, or lines are \
                         missing or come twice";
            return Err(self.lines.wrong(words).hint(CUT));
        }
        *self.counts.entry(table.name.to_owned()).or_default() += 1;
        self.lines.add(text);
        Ok((table, row.row.get().to_owned()))
    }

    fn end(&mut self, rows: &BTreeMap<String, u64>, sha256: &str) -> Result<(), Failure> {
        let all = self.counts.values().sum::<u64>();
        if *rows != self.counts || self.header.rows != all || self.lines.sum.whole() != sha256 {
            let words =
                "the lines before it are not those that were written: their number or their hash differs";
            return Err(self.lines.wrong(words).hint(CUT));
        }
        if self.lines.next()?.is_some() {
            return Err(self.lines.wrong("expected the end of the file, got another line").hint(CUT));
        }
        self.ended = true;
        Ok(())
    }

    /// What is wrong with the file.
    pub(super) fn failure(&self, problem: &Problem) -> Happened {
        self.lines.failure(problem)
    }
}

fn first_line(lines: &mut Lines) -> Result<Header, Failure> {
    let Some(text) = lines.next()? else {
        let words = "expected a backup of rushes, got an empty file";
        return Err(lines.failure(&Problem::whole(words)).hint(NO_BACKUP));
    };
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    if value["format"] != FORMAT {
        let got = excerpt(&text);
        return Err(lines.wrong(format!("expected a backup of rushes, got `{got}`")).hint(NO_BACKUP));
    }
    refuse_other_versions(lines, &value)?;
    let header = serde_json::from_value(value)
        .map_err(|error| lines.wrong(format!("expected a backup of rushes: {error}")).hint(CUT))?;
    lines.add(&text);
    Ok(header)
}

fn refuse_other_versions(lines: &Lines, header: &Value) -> Result<(), Failure> {
    let newer = |what: &str, found: &Value, known: i64| {
        let words =
            format!("the file is newer than this rushes: its {what} is {found}, this one knows {known}");
        Err(lines.wrong(words).hint("install the rushes that made it, or a newer one; nothing was changed"))
    };
    if header["version"].as_i64() != Some(VERSION) {
        return newer("format", &header["version"], VERSION);
    }
    let (schema, known) = (header["schema"].as_i64().unwrap_or(i64::MAX), rushes_store::schema_version());
    match schema.cmp(&known) {
        Ordering::Equal => Ok(()),
        Ordering::Greater => newer("schema", &header["schema"], known),
        Ordering::Less => {
            let made_by = header["rushes"].as_str().unwrap_or("that made it");
            let words = format!("its schema is version {schema}, this rushes has version {known}");
            let hint = format!(
                "restore it with rushes {made_by}, then `rushes migrate` with this one; nothing was changed"
            );
            Err(lines.wrong(words).hint(hint))
        }
    }
}

/// The lines of a file, counted and summed up.
struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    sum: Sum,
    number: usize,
}

impl Lines {
    /// The next line without its end; `None` behind the last one.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        self.number += 1;
        let mut bytes = Vec::new();
        let read = (&mut self.file).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        read.map_err(|error| self.wrong(format!("it cannot be read: {error}")).hint(CUT))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let ended = bytes.pop_if(|it| *it == b'\n').is_some();
        let text = String::from_utf8(bytes).map_err(|_| {
            let hint = if self.number == 1 { NO_BACKUP } else { CUT };
            self.wrong("expected text in UTF-8, got other bytes").hint(hint)
        })?;
        if !ended && self.number > 1 {
            return Err(self.wrong("the file ends in the middle of this line: it was cut").hint(CUT));
        }
        Ok(Some(text))
    }

    fn add(&mut self, line: &str) {
        self.sum.add(line.as_bytes());
        self.sum.add(b"\n");
    }

    /// What is wrong with the line that was read last.
    fn wrong(&self, reason: impl Into<String>) -> Happened {
        self.failure(&Problem::line(self.number, reason))
    }

    fn failure(&self, problem: &Problem) -> Happened {
        Failure::new(format!("could not restore `{}`: {problem}", self.path.display()))
    }
}
