//! `rushes import`: a storyboard file becomes shots and their tasks.

mod known;
mod understood;

use std::collections::HashSet;
use std::path::Path;

use rushes_core::Scenecode;
use rushes_store::{Rerun, Store};

use crate::args::Import;
use crate::format::{self, Mapping, Storyboard};
use crate::project::Project;
use crate::report::{Failure, could_not};
use crate::say;

use known::KnownShots;

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
    left: usize,
}

/// Imports a storyboard, or shows what that would do.
pub async fn import(project: &Project, typed: &Import) -> Result<(), Failure> {
    let storyboard = read(&typed.file, &typed.map)?;
    let store = project.store().await?;
    store.film().await?;
    let imported = into_store(&store, storyboard, typed.dry_run).await?;
    say(&words(&imported, typed.dry_run));
    if imported.left > 0 {
        say(&format!("note: {} shots of the film are not in this file; they stay", imported.left));
    }
    if typed.dry_run {
        return Ok(());
    }
    if typed.rerun_changed {
        say(&format!("{} changed shots will be made again", rerun_changed(&store, &imported).await?));
    } else if !imported.changed.is_empty() {
        say(
            "note: a changed shot that is made already keeps its pictures and clip; --rerun-changed makes it again",
        );
    }
    Ok(())
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
        hint: errors.hint().map(str::to_owned),
        message: could_not(&errors),
        code: 1,
    })
}

/// Writes a storyboard's shots to the film. Rows without codes are known again; a dry run shows what was understood.
pub async fn into_store(store: &Store, storyboard: Storyboard, dry_run: bool) -> Result<Imported, Failure> {
    let mut storyboard = storyboard;
    for warning in &storyboard.warnings {
        say(&format!("note: {warning}"));
    }
    let known = KnownShots::of(store).await?;
    if !storyboard.has_codes {
        known.give_codes(&mut storyboard.shots);
    }
    if dry_run {
        understood::show(&storyboard);
    }
    let answer = store.import(&storyboard.shots, dry_run).await?;
    let old = known.contents();
    let touched: HashSet<&Scenecode> = answer.changed.iter().collect();
    let rows = storyboard.shots.iter().filter(|it| touched.contains(&it.scenecode));
    let changed = rows.filter(|it| old.get(&it.scenecode) != Some(&known::content(it)));
    let changed: Vec<Scenecode> = changed.map(|it| it.scenecode.clone()).collect();
    let there = storyboard.shots.len() - answer.added.len();
    Ok(Imported {
        added: answer.added.len(),
        moved: answer.changed.len() - changed.len(),
        changed,
        unchanged: answer.unchanged,
        left: known.count().saturating_sub(there),
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
