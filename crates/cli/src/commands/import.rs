//! `rushes import`: a storyboard file becomes shots and their tasks.

use std::path::Path;

use rushes_core::ImportAnswer;
use rushes_store::Store;

use crate::args::Import;
use crate::format::{self, Storyboard};
use crate::project::Project;
use crate::report::Failure;
use crate::say;

/// Imports a storyboard, or shows what that would do.
pub async fn import(project: &Project, typed: &Import) -> Result<(), Failure> {
    let storyboard = read(&typed.file)?;
    if typed.dry_run {
        show_columns(&storyboard);
    }
    let store = project.store().await?;
    store.film().await?;
    let answer = into_store(&store, &storyboard, typed.dry_run).await?;
    say(&words(&answer, typed.dry_run));
    Ok(())
}

/// Reads a storyboard file; everything that is wrong with it is told at once.
pub fn read(file: &Path) -> Result<Storyboard, Failure> {
    format::read(file).map_err(|errors| Failure {
        hint: errors.hint().map(str::to_owned),
        message: errors.to_string(),
        code: 1,
    })
}

/// Writes a storyboard's shots to the film.
pub async fn into_store(
    store: &Store,
    storyboard: &Storyboard,
    dry_run: bool,
) -> Result<ImportAnswer, Failure> {
    for warning in &storyboard.warnings {
        say(&format!("note: {warning}"));
    }
    Ok(store.import(&storyboard.shots, dry_run).await?)
}

fn show_columns(storyboard: &Storyboard) {
    say("column -> understood as");
    for column in &storyboard.columns {
        say(&format!("  {} -> {}", column.header, column.meaning));
    }
    say("the first shots:");
    for shot in storyboard.shots.iter().take(5) {
        let prompt: String = shot.first_prompt.chars().take(60).collect();
        say(&format!("  {}  chapter {}  {}  {prompt}", shot.scenecode, shot.chapter, shot.tasktype));
    }
}

fn words(answer: &ImportAnswer, dry_run: bool) -> String {
    let (added, changed) = (answer.added.len(), answer.changed.len());
    let would = if dry_run { " (nothing was written)" } else { "" };
    format!("{added} shots added, {changed} changed, {} as they were{would}", answer.unchanged)
}
