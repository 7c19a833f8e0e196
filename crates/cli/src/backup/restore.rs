//! A film out of a file, into its new database.

use std::path::Path;

use rushes_core::{Film, OnUnknown};
use rushes_makers::clips_are_free;
use rushes_store::{LeftBehind, Restoration, Store, Table};

use super::Reader;
use crate::meter::Meter;
use crate::problem::Problem;
use crate::report::{Failure, could_not};

/// So many rows go into one statement ..
const BATCH: usize = 500;
/// .. unless their texts are longer than this.
const BATCH_BYTES: usize = 2 * 1024 * 1024;

/// A film that was restored.
#[derive(Debug, Clone, PartialEq)]
pub struct Restored {
    /// Its settings.
    pub film: Film,
    /// What somebody held at its old place.
    pub left: LeftBehind,
}

/// Writes a film's rows into a database that has none, all or nothing. `marker` is the mark of the media folder to which
/// its files were brought; without one they are where they were.
pub async fn restore(store: &Store, path: &Path, marker: Option<&str>) -> Result<Restored, Failure> {
    let mut reader = Reader::open(path)?;
    let mut restoration = store.restore().await?;
    let mut meter = Meter::new("rows restored", reader.header().rows);
    let mut batch = Batch::default();
    while let Some((table, row)) = reader.row()? {
        if !batch.takes(table, &row) {
            meter.add(batch.count as u64);
            batch.write(&mut restoration, &reader).await?;
        }
        batch.add(table, &row, reader.line());
    }
    batch.write(&mut restoration, &reader).await?;
    let film = restoration.film().await?;
    let left = restoration.let_go(&as_workers_see(&film)).await?;
    if let Some(marker) = marker {
        restoration.note_media_marker(marker).await?;
    }
    restoration.commit().await?;
    Ok(Restored { film, left })
}

/// Nobody can have paid for what a free maker was asked for: there is nothing to hold.
fn as_workers_see(film: &Film) -> Film {
    let free = clips_are_free(&film.clip_maker);
    let on_unknown = if free { OnUnknown::Resubmit } else { film.on_unknown };
    Film { on_unknown, ..film.clone() }
}

/// Rows of one table that go into one statement.
#[derive(Default)]
struct Batch {
    table: Option<&'static Table>,
    rows: String,
    count: usize,
    first_line: usize,
}

impl Batch {
    fn takes(&self, table: &Table, row: &str) -> bool {
        self.table.is_none_or(|it| {
            it.name == table.name && self.count < BATCH && self.rows.len() + row.len() < BATCH_BYTES
        })
    }

    fn add(&mut self, table: &'static Table, row: &str, line: usize) {
        if self.count == 0 {
            self.first_line = line;
        }
        self.rows.push(if self.count == 0 { '[' } else { ',' });
        self.rows.push_str(row);
        self.table = Some(table);
        self.count += 1;
    }

    /// Writes what is there and begins anew.
    async fn write(&mut self, restoration: &mut Restoration, reader: &Reader) -> Result<(), Failure> {
        let batch = std::mem::take(self);
        let Some(table) = batch.table else { return Ok(()) };
        let written = restoration.insert(table, &format!("{}]", batch.rows)).await;
        written.map_err(|error| {
            let lines = format!("lines {} to {}", batch.first_line, batch.first_line + batch.count - 1);
            let problem = Problem { line: None, place: Some(lines), reason: could_not(&error) };
            let hint = error.hint();
            reader.failure(&problem).hint(hint)
        })
    }
}
