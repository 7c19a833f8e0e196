//! Which shots a command is about: `type:scene chapter:12-40 status:failed worker:PC-2`, codes, or `all`.

use std::collections::{BTreeSet, HashSet};

use rushes_core::{Scenecode, folded_code};
use rushes_store::{BoardRow, Store};

use crate::args::chapters;
use crate::board::whole_board;
use crate::commands::contact::state_word;
use crate::problem::excerpt;
use crate::report::Failure;

/// Where a shot can stand, in the words of `rushes shots`; one that is held stands somewhere too.
const STATUSES: [&str; 8] = ["waiting", "making", "frames", "filming", "done", "failed", "cancelled", "held"];
/// How chapters are named.
const CHAPTERS: &str = "for example `chapter:12`, `chapter:12-40` or `chapter:1,3-5`";
const KEYS: [&str; 4] = ["type", "chapter", "status", "worker"];

/// What was typed. A list that is empty asks nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selector {
    codes: Vec<String>,
    types: Vec<String>,
    chapters: Vec<(u32, u32)>,
    statuses: Vec<String>,
    workers: Vec<String>,
}

impl Selector {
    /// Reads words that are joined by AND; no word, or `all`, is every shot. A code may have spaces, commas and colons
    /// in it: what the film knows as a code is one.
    pub fn parse(words: &[String], is_code: &dyn Fn(&str) -> bool) -> Result<Selector, Failure> {
        let pieces = |it: &'_ String| -> Vec<String> {
            if is_code(it) { vec![it.clone()] } else { it.split_whitespace().map(str::to_owned).collect() }
        };
        let words: Vec<String> = words.iter().flat_map(pieces).collect();
        let mut selector = Selector::default();
        if words == ["all"] {
            return Ok(selector);
        }
        let mut seen = BTreeSet::new();
        for word in &words {
            if is_code(word) {
                selector.codes.push(word.clone());
                continue;
            }
            let Some((key, values)) = word.split_once(':') else {
                if word == "all" {
                    return Err(Failure::misuse("expected `all` alone, got it beside other words")
                        .hint("leave `all` out: the other words say which shots"));
                }
                selector.codes.extend(values_of(word, word)?);
                continue;
            };
            if !KEYS.contains(&key) {
                return Err(unknown("selector", &format!("{key}:"), &KEYS.map(|it| format!("{it}:"))));
            }
            if !seen.insert(key) {
                return Err(Failure::misuse(format!("expected `{key}:` once, got it twice"))
                    .hint(format!("several values are parted by commas: `{key}:A,B`")));
            }
            let values = values_of(word, values)?;
            match key {
                "type" => selector.types = values,
                "worker" => selector.workers = values,
                "status" => selector.statuses = statuses(values)?,
                _ => {
                    selector.chapters = values
                        .iter()
                        .map(|it| chapters(it))
                        .collect::<Result<_, _>>()
                        .map_err(|it| Failure::misuse(it).hint(CHAPTERS))?
                }
            }
        }
        Ok(selector)
    }

    fn picks(&self, row: &BoardRow) -> bool {
        let asks =
            |list: &[String], has: &dyn Fn(&str) -> bool| list.is_empty() || list.iter().any(|it| has(it));
        let clip_worker = row.clip.as_ref().and_then(|it| it.worker_id.as_deref());
        let chapter = |(from, to): &(u32, u32)| (*from..=*to).contains(&row.chapter);
        asks(&self.codes, &|it| is_code(row, it))
            && asks(&self.types, &|it| row.image.tasktype == it)
            && asks(&self.statuses, &|it| state_word(row) == it || (it == "held" && row.held))
            && asks(&self.workers, &|it| {
                row.image.worker_id.as_deref() == Some(it) || clip_worker == Some(it)
            })
            && (self.chapters.is_empty() || self.chapters.iter().any(chapter))
    }

    /// Refuses what the film does not have, and says what it has.
    fn check(&self, rows: &[BoardRow], workers: &[String]) -> Result<(), Failure> {
        for code in &self.codes {
            if !rows.iter().any(|row| is_code(row, code)) {
                return Err(no_such_shot(code, rows));
            }
        }
        let types: BTreeSet<&String> = rows.iter().map(|it| &it.image.tasktype).collect();
        if let Some(asked) = self.types.iter().find(|it| !types.contains(it)) {
            return Err(unknown("type", asked, &types.into_iter().cloned().collect::<Vec<_>>()));
        }
        if let Some(asked) = self.workers.iter().find(|it| !workers.contains(it)) {
            return Err(unknown("worker", asked, workers));
        }
        let chapters: BTreeSet<u32> = rows.iter().map(|it| it.chapter).collect();
        for (from, to) in &self.chapters {
            if chapters.range(*from..=*to).next().is_none() {
                let ends = chapters.first().zip(chapters.last());
                let has = ends.map(|(first, last)| format!("chapters {first} to {last}"));
                let asked = if from == to { from.to_string() } else { format!("{from}-{to}") };
                return Err(unknown("chapter", &asked, &has.into_iter().collect::<Vec<_>>()));
            }
        }
        Ok(())
    }
}

/// Codes that differ only in case, or in how accents are written, are one shot.
fn is_code(row: &BoardRow, code: &str) -> bool {
    row.scenecode.as_str() == code || folded_code(row.scenecode.as_str()) == folded_code(code)
}

fn values_of(word: &str, values: &str) -> Result<Vec<String>, Failure> {
    let values: Vec<String> = values.split(',').map(|it| it.trim().to_owned()).collect();
    if values.iter().any(String::is_empty) {
        return Err(Failure::misuse(format!("expected a value before and after each comma, got `{word}`"))
            .hint("for example `type:scene,character` or `SCN1,SCN2`"));
    }
    Ok(values)
}

fn statuses(values: Vec<String>) -> Result<Vec<String>, Failure> {
    match values.iter().find(|it| !STATUSES.contains(&it.as_str())) {
        Some(asked) => Err(unknown("status", asked, &STATUSES.map(str::to_owned))),
        None => Ok(values),
    }
}

/// The film has no shot of this code; that is no misuse, since another film may have it.
fn no_such_shot(code: &str, rows: &[BoardRow]) -> Failure {
    let hint = match rows.first().zip(rows.last()) {
        Some((first, last)) => {
            format!("`rushes shots` lists them all, from {} to {}", first.scenecode, last.scenecode)
        }
        None => "the film has no shots yet: `rushes import STORYBOARD`".to_owned(),
    };
    Failure::new(format!("no such shot: `{}`", excerpt(code))).hint(hint)
}

fn unknown(what: &str, asked: &str, known: &[String]) -> Failure {
    let hint = if known.is_empty() {
        "there is none yet".to_owned()
    } else {
        format!("known: {}", known.join(", "))
    };
    Failure::misuse(format!("expected a known {what}, got `{asked}`")).hint(hint)
}

/// The ids of all workers that ever came.
pub async fn worker_ids(store: &Store) -> Result<Vec<String>, Failure> {
    Ok(store.workers().await?.iter().map(|it| it.worker.worker_id.to_string()).collect())
}

/// Workers by what was typed: their ids, or `all`.
pub async fn select_workers(store: &Store, typed: &[String]) -> Result<Vec<String>, Failure> {
    let known = worker_ids(store).await?;
    if typed == ["all"] {
        return Ok(known);
    }
    let asked: Vec<String> = typed.iter().flat_map(|it| it.split(',')).map(str::to_owned).collect();
    match asked.iter().find(|it| !known.contains(it)) {
        Some(stranger) => Err(unknown("worker", stranger, &known)),
        None => Ok(asked),
    }
}

/// The code of one shot, as the film has it.
pub async fn the_shot(store: &Store, code: &str) -> Result<Scenecode, Failure> {
    let rows = whole_board(store).await?;
    let row = rows.iter().find(|row| is_code(row, code));
    row.map(|it| it.scenecode.clone()).ok_or_else(|| no_such_shot(code, &rows))
}

/// The shots that were asked for, in the order of the film.
pub async fn select(store: &Store, words: &[String]) -> Result<Vec<BoardRow>, Failure> {
    let mut rows = whole_board(store).await?;
    let selector = {
        let codes: HashSet<&str> = rows.iter().map(|it| it.scenecode.as_str()).collect();
        Selector::parse(words, &|it| codes.contains(it))?
    };
    let workers = if selector.workers.is_empty() { Vec::new() } else { worker_ids(store).await? };
    selector.check(&rows, &workers)?;
    rows.retain(|row| selector.picks(row));
    Ok(rows)
}

#[cfg(test)]
#[path = "selector_tests.rs"]
mod tests;
