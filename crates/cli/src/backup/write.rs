//! A film out of its database, into a file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use rushes_store::{Snapshot, Store, TABLES, Table};
use serde_json::Value;

use super::sum::Sum;
use super::{End, EndLine, FORMAT, FilmName, Header, VERSION};
use crate::meter::Meter;
use crate::report::Failure;

/// A backup that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Which film.
    pub film: FilmName,
    /// How many rows it has, by table.
    pub rows: BTreeMap<String, u64>,
    /// The file's size.
    pub bytes: u64,
    /// The hash of its bytes but the last line's.
    pub sha256: String,
}

impl Written {
    /// How many shots are in it.
    pub fn shots(&self) -> u64 {
        self.rows.get("dbvideo_shot").copied().unwrap_or(0)
    }

    /// How many rows of all tables.
    pub fn all_rows(&self) -> u64 {
        self.rows.values().sum()
    }
}

/// Writes the film as it is at this moment, whoever works on it meanwhile. The file has its name only once it is whole
/// and on the disk; whatever had the name before is replaced.
pub async fn write(store: &Store, to: &Path) -> Result<Written, Failure> {
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = write_part(store, &part).await;
    if written.is_err() {
        // A part that stays is written over by the next backup.
        drop(std::fs::remove_file(&part));
    }
    let written = written?;
    let settled = std::fs::rename(&part, to).and_then(|()| sync_folder(to));
    settled.map_err(|error| failed(to, &error))?;
    Ok(written)
}

async fn write_part(store: &Store, part: &Path) -> Result<Written, Failure> {
    let mut snapshot = store.snapshot().await?;
    snapshot.film().await?;
    let mut lines = Lines::begin(part)?;
    let mut meter = Meter::new("rows written", snapshot.rows);
    let mut film = None;
    for table in &TABLES {
        let mut page = snapshot.page(table, None).await?;
        while !page.rows.is_empty() {
            if film.is_none() {
                film = Some(begin(&mut lines, &snapshot, &page.rows)?);
            }
            for row in &page.rows {
                lines.row(table, row)?;
            }
            meter.add(page.rows.len() as u64);
            page = snapshot.page(table, Some(page)).await?;
        }
    }
    let film = film.ok_or_else(|| Failure::from(rushes_store::Error::NoFilm))?;
    lines.refuse_if_short(snapshot.rows)?;
    lines.end(film)
}

/// The first line: the film's own row, which comes first, says which film it is.
fn begin(lines: &mut Lines, snapshot: &Snapshot, rows: &[String]) -> Result<FilmName, Failure> {
    let row: Value = rows.first().and_then(|it| serde_json::from_str(it).ok()).unwrap_or_default();
    let film = FilmName {
        id: row["id"].as_i64().unwrap_or_default(),
        title: row["title"].as_str().unwrap_or_default().to_owned(),
        created_at: row["created_at"].as_i64().unwrap_or_default(),
    };
    let made_at = jiff::Timestamp::from_millisecond(snapshot.taken_at.0).unwrap_or_default();
    let header = Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        schema: snapshot.schema,
        rushes: env!("CARGO_PKG_VERSION").to_owned(),
        film: film.clone(),
        made_at: made_at.to_string(),
        rows: snapshot.rows,
    };
    lines.put(&json(&header))?;
    Ok(film)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers are always JSON")
}

/// The lines of a file, summed up as they are written.
struct Lines {
    path: PathBuf,
    file: BufWriter<File>,
    sum: Sum,
    bytes: u64,
    rows: BTreeMap<String, u64>,
}

impl Lines {
    fn begin(path: &Path) -> Result<Lines, Failure> {
        let file = File::create(path).map_err(|error| failed(path, &error))?;
        let (path, file) = (path.to_owned(), BufWriter::new(file));
        Ok(Lines { path, file, sum: Sum::default(), bytes: 0, rows: BTreeMap::new() })
    }

    fn put(&mut self, line: &str) -> Result<(), Failure> {
        let line = format!("{line}\n");
        self.sum.add(line.as_bytes());
        self.bytes += line.len() as u64;
        self.file.write_all(line.as_bytes()).map_err(|error| failed(&self.path, &error))
    }

    fn row(&mut self, table: &Table, row: &str) -> Result<(), Failure> {
        let (name, sum) = (table.name, self.sum.mark(table.name, row));
        *self.rows.entry(name.to_owned()).or_default() += 1;
        self.put(&format!("{{\"table\":\"{name}\",\"sum\":\"{sum}\",\"row\":{row}}}"))
    }

    /// A row without a key would be on no page.
    fn refuse_if_short(&self, expected: u64) -> Result<(), Failure> {
        let written: u64 = self.rows.values().sum();
        if written == expected {
            return Ok(());
        }
        Err(Failure::new(format!("could not back the film up: expected {expected} rows, read {written}"))
            .hint("a row's key is empty or not of its type; find it in the database's own shell"))
    }

    fn end(mut self, film: FilmName) -> Result<Written, Failure> {
        let sha256 = self.sum.whole();
        self.put(&json(&EndLine { end: End { rows: self.rows.clone(), sha256: sha256.clone() } }))?;
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        file.and_then(|it| it.sync_all()).map_err(|error| failed(&self.path, &error))?;
        Ok(Written { film, rows: self.rows, bytes: self.bytes, sha256 })
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("could not write `{}`: {error}", path.display()))
        .hint("see that its folder is there, that this user may write in it, and that the disk is not full")
}

/// Makes a new name durable.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder)?.sync_all() {
        // Some shares cannot fsync a folder; they write through.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        answer => answer,
    }
}

/// Windows writes a folder's entries through the journal of the volume and offers no call for one folder.
#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}
