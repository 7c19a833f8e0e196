//! The file of a whole film: JSON Lines that every database can be filled from.
//!
//! The first line says what the file is, then comes a line for each row with its table, and the last line counts them
//! and has the hash of all bytes before it. Each row's line carries the beginning of a hash of everything up to it, so
//! that the first line that was changed, lost or doubled is known by its number.

mod contents;
mod name;
mod read;
mod restore;
mod sum;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use contents::{Contents, NamedFile, contents};
pub use name::{clip_name, file_name, frame_name};
pub use read::Reader;
pub use restore::{Restored, restore};
pub use write::{Written, write};

/// What the first line says the file is.
const FORMAT: &str = "rushes backup";
/// The version of the format that this program writes, and the newest that it reads.
const VERSION: i64 = 1;

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: i64,
    /// The version of the tables.
    pub schema: i64,
    /// The program that wrote it.
    pub rushes: String,
    /// Which film it is.
    pub film: FilmName,
    /// The database's time at which the film was so, UTC.
    pub made_at: String,
    /// How many rows follow.
    pub rows: u64,
}

/// By what two backups are known to be of one film.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilmName {
    /// The key of its row.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
}

/// The line of a row.
#[derive(Deserialize)]
struct RowLine<'a> {
    table: &'a str,
    sum: &'a str,
    #[serde(borrow)]
    row: &'a RawValue,
}

/// The last line.
#[derive(Serialize, Deserialize)]
struct EndLine {
    end: End,
}

#[derive(Serialize, Deserialize)]
struct End {
    rows: BTreeMap<String, u64>,
    sha256: String,
}

#[cfg(test)]
#[path = "backup_tests.rs"]
mod tests;
