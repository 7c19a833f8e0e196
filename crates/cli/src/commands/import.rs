//! `rushes import`: a storyboard file becomes shots and their tasks.

mod known;
mod understood;

use std::collections::HashSet;
use std::path::Path;

use rushes_core::Scenecode;
use rushes_store::{Rerun, Store};
use serde_json::{Value, json};

use crate::args::Import;
use crate::commands::import_film::import_film;
use crate::format::{self, Mapping, Storyboard};
use crate::project::Project;
use crate::report::{Failure, could_not};
use crate::say;
use crate::summary::counted;

use known::KnownShots;

/// So many codes are named.
const NAMED: usize = 12;

/// What an import did, or would do.
#[derive(Debug)]
pub struct Imported {
    /// Shots that are new.
    pub added: usize,
    /// Shots whose pictures or clip no longer show what their row says.
    pub changed: Vec<Scenecode>,
    /// Shots whose place in the film or priority is another, and nothing else.
    moved: usize,
    unchanged: usize,
    /// Shots of the film that the file does not have.
    pub left: Vec<Scenecode>,
}

/// Imports a storyboard, or shows what that would do.
pub async fn import(project: &Project, typed: &Import) -> Result<(), Failure> {
    if typed.file.is_dir() {
        return import_film(project, typed).await;
    }
    let mut storyboard = read(&typed.file, &typed.map)?;
    let store = project.store().await?;
    store.film().await?;
    let imported = into_store(&store, &mut storyboard, typed.dry_run).await?;
    let again = match typed.rerun_changed && !typed.dry_run {
        true => Some(rerun_changed(&store, &imported).await?),
        false => None,
    };
    if typed.format.json {
        say(&format!("{:#}", as_json(&storyboard, &imported, typed.dry_run, again)));
    } else {
        tell(&storyboard, &imported, typed.dry_run, again);
    }
    Ok(())
}

fn tell(storyboard: &Storyboard, imported: &Imported, dry_run: bool, again: Option<usize>) {
    tell_notes(storyboard);
    if dry_run {
        understood::show(storyboard);
    }
    say(&words(imported, dry_run));
    tell_left(&imported.left);
    if let Some(again) = again {
        say(&format!("{again} changed shots will be made again"));
    } else if !dry_run && !imported.changed.is_empty() {
        say(&format!(
            "note: a changed shot that is made already keeps its pictures and clip; `rushes rerun {}` makes them again",
            some(&imported.changed, ",")
        ));
    }
}

/// Says which shots the film has beyond the file.
pub fn tell_left(left: &[Scenecode]) {
    if left.is_empty() {
        return;
    }
    say(&format!(
        "note: {} of the film not in this file: {}; they stay in the film until `rushes cancel CODE`",
        counted(left.len(), "shot"),
        some(left, ", ")
    ));
}

/// The first codes of many.
fn some(codes: &[Scenecode], between: &str) -> String {
    let named: Vec<&str> = codes.iter().take(NAMED).map(Scenecode::as_str).collect();
    let more = if codes.len() > NAMED { format!("{between}..") } else { String::new() };
    named.join(between) + &more
}

/// What a person should know of a file before its shots are made.
pub fn tell_notes(storyboard: &Storyboard) {
    for warning in &storyboard.warnings {
        say(&format!("note: {warning}"));
    }
}

/// What was done; of a dry run, what would be, and what the file was understood as.
fn as_json(storyboard: &Storyboard, imported: &Imported, dry_run: bool, again: Option<usize>) -> Value {
    let changed: Vec<&str> = imported.changed.iter().map(Scenecode::as_str).collect();
    json!({
        "dry_run": dry_run,
        "added": imported.added,
        "changed": changed,
        "moved": imported.moved,
        "unchanged": imported.unchanged,
        "not_in_file": imported.left.iter().map(Scenecode::as_str).collect::<Vec<_>>(),
        "to_be_made_again": again,
        "notes": storyboard.warnings,
        "understood": dry_run.then(|| understood::as_json(storyboard)),
    })
}

/// Makes the changed shots again that are made already; says how many.
pub async fn rerun_changed(store: &Store, imported: &Imported) -> Result<usize, Failure> {
    let mut again = 0;
    for scenecode in &imported.changed {
        match store.rerun(scenecode, Rerun::Frames).await {
            Ok(_) => again += 1,
            // It is still to be made: the new text is used anyway.
            Err(rushes_store::Error::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(again)
}

/// Reads a storyboard file; everything that is wrong with it is told at once.
pub fn read(file: &Path, mappings: &[Mapping]) -> Result<Storyboard, Failure> {
    format::read_mapped(file, mappings).map_err(|errors| Failure {
        hint: errors.hint().to_owned(),
        message: could_not(&errors),
        code: 1,
    })
}

/// Writes a storyboard's shots to the film, unless it is a dry run. Rows without codes are known again.
pub async fn into_store(
    store: &Store,
    storyboard: &mut Storyboard,
    dry_run: bool,
) -> Result<Imported, Failure> {
    let known = KnownShots::of(store).await?;
    if !storyboard.has_codes {
        known.give_codes(&mut storyboard.shots);
    }
    let answer = store.import(&storyboard.shots, dry_run).await?;
    let old = known.contents();
    let touched: HashSet<&Scenecode> = answer.changed.iter().collect();
    let rows = storyboard.shots.iter().filter(|it| touched.contains(&it.scenecode));
    let changed = rows.filter(|it| old.get(&it.scenecode) != Some(&known::content(it)));
    let changed: Vec<Scenecode> = changed.map(|it| it.scenecode.clone()).collect();
    let in_file: HashSet<&Scenecode> = storyboard.shots.iter().map(|it| &it.scenecode).collect();
    let mut left: Vec<Scenecode> =
        old.keys().filter(|it| !in_file.contains(**it)).map(|it| (*it).clone()).collect();
    left.sort();
    Ok(Imported {
        added: answer.added.len(),
        moved: answer.changed.len() - changed.len(),
        changed,
        unchanged: answer.unchanged,
        left,
    })
}

fn words(imported: &Imported, dry_run: bool) -> String {
    let Imported { added, changed, moved, unchanged, .. } = imported;
    let moved = match moved {
        0 => String::new(),
        moved => format!(", {moved} with another place or priority only"),
    };
    let would = if dry_run { " (nothing was written)" } else { "" };
    format!("{added} shots added, {} changed, {unchanged} as they were{moved}{would}", changed.len())
}
