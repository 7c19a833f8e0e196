//! A storyboard into the database: new shots with their image tasks, new texts of old shots.

use std::collections::HashMap;

use rushes_core::{ImportAnswer, Shot, folded_code};
use serde::Serialize;

use crate::connect::Lane;
use crate::film::json_of;
use crate::row::args;
use crate::shots::Record;
use crate::transaction::Tx;
use crate::{Error, Store, sql};

/// So many shots go into one statement ..
const BATCH: usize = 500;
/// .. unless their texts are longer than this.
const BATCH_BYTES: usize = 2 * 1024 * 1024;

/// A record and its place in the batch: image tasks are numbered in the order of the file.
#[derive(Serialize)]
struct Numbered<'a> {
    n: usize,
    #[serde(flatten)]
    record: &'a Record,
}

impl Store {
    /// Brings a storyboard into the film in one transaction; a second time nothing changes. New texts of a shot
    /// that is there already change its row, and the type and priority of its tasks; the states of the tasks stay.
    /// A dry run only says what would happen.
    pub async fn import(&self, shots: &[Shot], dry_run: bool) -> Result<ImportAnswer, Error> {
        refuse_same_codes(shots)?;
        let lane = if dry_run { Lane::Read } else { Lane::Write };
        self.transaction(lane, async |tx| {
            hold_film(tx, dry_run).await?;
            let mut answer = ImportAnswer::default();
            let mut rest = shots;
            while !rest.is_empty() {
                let batch = next_batch(&mut rest);
                let changes = compare(tx, &batch, &mut answer).await?;
                if !dry_run {
                    changes.write(tx).await?;
                }
            }
            Ok(answer)
        })
        .await
    }
}

/// One import waits for the other: both would find the same shots missing.
async fn hold_film(tx: &mut Tx, dry_run: bool) -> Result<(), Error> {
    let there = if dry_run {
        tx.row(&sql::FILM_READ, vec![]).await?.is_some()
    } else {
        tx.execute(&sql::FILM_HOLD, vec![]).await? > 0
    };
    if there { Ok(()) } else { Err(Error::NoFilm) }
}

/// Two codes that differ only in case would be one shot to a person, and one file on some disks.
fn refuse_same_codes(shots: &[Shot]) -> Result<(), Error> {
    let mut seen = HashMap::with_capacity(shots.len());
    for shot in shots {
        if let Some(other) = seen.insert(folded_code(shot.scenecode.as_str()), &shot.scenecode) {
            return Err(Error::SameCode { code: shot.scenecode.to_string(), other: other.to_string() });
        }
    }
    Ok(())
}

/// Takes the next batch off the shots: bounded in number and in size, but never empty.
fn next_batch<'a>(rest: &mut &'a [Shot]) -> Vec<(&'a Shot, Record)> {
    let mut batch = Vec::with_capacity(BATCH.min(rest.len()));
    let mut bytes = 0;
    while let Some((shot, others)) = rest.split_first() {
        let record = Record::of_shot(shot);
        bytes += record.size();
        if !batch.is_empty() && (batch.len() == BATCH || bytes > BATCH_BYTES) {
            break;
        }
        batch.push((shot, record));
        *rest = others;
    }
    batch
}

/// What a batch changes.
#[derive(Default)]
struct Changes<'a> {
    added: Vec<Numbered<'a>>,
    changed: Vec<Numbered<'a>>,
}

/// Compares a batch with the rows that are there.
async fn compare<'a>(
    tx: &mut Tx,
    batch: &'a [(&Shot, Record)],
    answer: &mut ImportAnswer,
) -> Result<Changes<'a>, Error> {
    let codes: Vec<&str> = batch.iter().map(|(_, record)| record.folded.as_str()).collect();
    let mut there = HashMap::new();
    for row in tx.rows(&sql::SHOT_EXISTING, args![json_of(&codes)]).await? {
        let record = Record::of_row(&row)?;
        there.insert(record.folded.clone(), record);
    }
    let mut changes = Changes::default();
    for (n, (shot, record)) in batch.iter().enumerate() {
        match there.get(&record.folded) {
            None => {
                answer.added.push(shot.scenecode.clone());
                changes.added.push(Numbered { n, record });
            }
            Some(old) if old.scenecode != record.scenecode => {
                return Err(Error::SameCode { code: record.scenecode.clone(), other: old.scenecode.clone() });
            }
            Some(old) if old == record => answer.unchanged += 1,
            Some(_) => {
                answer.changed.push(shot.scenecode.clone());
                changes.changed.push(Numbered { n, record });
            }
        }
    }
    Ok(changes)
}

impl Changes<'_> {
    async fn write(&self, tx: &mut Tx) -> Result<(), Error> {
        if !self.added.is_empty() {
            let rows = json_of(&self.added);
            tx.execute(&sql::SHOT_INSERT, args![&rows]).await?;
            tx.execute(&sql::SHOT_INSERT_TASKS, args![&rows]).await?;
        }
        if !self.changed.is_empty() {
            let rows = json_of(&self.changed);
            tx.execute(&sql::SHOT_UPDATE, args![&rows]).await?;
            tx.execute(&sql::SHOT_INSERT_TASKS, args![&rows]).await?;
            tx.execute(&sql::SHOT_RETYPE_TASKS, args![&rows]).await?;
            tx.execute(&sql::SHOT_RANK_CLIPS, args![&rows]).await?;
        }
        Ok(())
    }
}
