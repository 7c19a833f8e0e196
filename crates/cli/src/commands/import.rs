//! `rushes import`: a storyboard file becomes shots and their tasks.

use std::path::Path;

use rushes_core::ImportAnswer;
use rushes_store::{Rerun, Store};

use crate::args::Import;
use crate::format::{self, Storyboard};
use crate::project::Project;
use crate::report::{Failure, could_not};
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
    if typed.dry_run {
        return Ok(());
    }
    if typed.rerun_changed {
        say(&format!("{} changed shots will be made again", rerun_changed(&store, &answer).await?));
    } else if !answer.changed.is_empty() {
        say(
            "note: a changed shot that is made already keeps its pictures and clip; --rerun-changed makes it again",
        );
    }
    Ok(())
}

/// Makes the changed shots again that are made already; says how many.
pub async fn rerun_changed(store: &Store, answer: &ImportAnswer) -> Result<usize, Failure> {
    let mut again = 0;
    for scenecode in &answer.changed {
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
pub fn read(file: &Path) -> Result<Storyboard, Failure> {
    format::read(file).map_err(|errors| Failure {
        hint: errors.hint().map(str::to_owned),
        message: could_not(&errors),
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
