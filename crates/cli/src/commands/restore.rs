//! `rushes restore`: a film out of a backup, into the new database of this project.

use std::path::Path;

use rushes_core::{ClipState, ImageState};
use rushes_store::Store;

use crate::args::Restore;
use crate::backup::{self, Restored};
use crate::list::{Cell, List};
use crate::project::Project;
use crate::report::{Failure, WRITABLE};
use crate::settings::{FILE_NAME, with_film};
use crate::summary::counted;
use crate::{commands, say};

/// Restores a film from its backup.
pub async fn restore(project: &Project, typed: &Restore) -> Result<(), Failure> {
    let store = project.store().await?;
    store.refuse_if_used().await?;
    // Looked through first: a file that is not whole is told before the database is touched.
    backup::contents(&typed.file)?;
    let restored = backup::restore(&store, &typed.file, None).await?;
    tell(project, &store, &restored, typed.format.json).await?;
    if !typed.format.json {
        say(&media_words(project, &store).await?);
    }
    Ok(())
}

/// Says what came, and what of it was under way; brings `rushes.toml` in line.
pub async fn tell(project: &Project, store: &Store, restored: &Restored, json: bool) -> Result<(), Failure> {
    let counts = store.counts().await?;
    let (shots, left) = (counts.shots(), restored.left);
    let (framed, clips) = (counts.images_in(ImageState::Completed), counts.clips_in(ClipState::Done));
    let settings = adapt_settings(project, restored)?;
    if json {
        let mut list = List::new(&["title", "shots", "frames", "clips", "given back", "unknown", "workers"]);
        list.push(vec![
            Cell::text(&restored.film.title),
            Cell::count(shots),
            Cell::count(2 * framed),
            Cell::count(clips),
            Cell::count(left.images + left.clips),
            Cell::count(left.intents),
            Cell::count(left.workers),
        ]);
        list.print(true, "");
        return Ok(());
    }
    say(&format!(
        "Restored `{}`: {}, {}, {}.",
        restored.film.title,
        counted(shots, "shot"),
        counted(2 * framed, "frame"),
        counted(clips, "clip")
    ));
    if left.images + left.clips > 0 {
        let held = counted(left.images + left.clips, "claim");
        say(&format!("{held} ran when the backup was made; nobody holds them here, and none is charged."));
    }
    settings.iter().for_each(|it| say(it));
    say(
        "Stop every worker of the film's old database now, and start none there again: two databases that both drive one \
         film pay for its clips twice.",
    );
    Ok(())
}

/// The file's `[film]` says what the database says from now on; the file before is kept beside it.
fn adapt_settings(project: &Project, restored: &Restored) -> Result<Option<String>, Failure> {
    let differences = project.settings.differences(&restored.film);
    if differences.is_empty() {
        return Ok(None);
    }
    let by_hand = || {
        let list = differences.join("\n  ");
        Some(format!("Change rushes.toml to what the database says, on every machine:\n  {list}"))
    };
    let file = project.folder.join(FILE_NAME);
    let failed =
        |error| Failure::new(format!("could not write `{}`: {error}", file.display())).hint(WRITABLE);
    let Some(text) = std::fs::read_to_string(&file).ok().and_then(|it| with_film(&it, &restored.film)) else {
        return Ok(by_hand());
    };
    let before = file.with_extension("toml.before");
    if commands::backup::there(&before)? {
        return Ok(by_hand());
    }
    std::fs::copy(&file, &before).and_then(|_| std::fs::write(&file, text)).map_err(failed)?;
    Ok(Some(format!(
        "{} has the film's settings now; the file before is {}.",
        file.display(),
        before.display()
    )))
}

/// What is to be done with the film's files.
async fn media_words(project: &Project, store: &Store) -> Result<String, Failure> {
    let (film, media) = (store.media_marker().await?, project.media()?);
    let folder = media.folder().display().to_string();
    if film.is_empty() || media.known_marker()? == Some(film) {
        return Ok(format!(
            "The media folder {folder} is the film's: `rushes doctor`, then `rushes work` here."
        ));
    }
    Ok(format!(
        "The media folder {folder} is not yet the film's: set `media` in rushes.toml to the folder that it had, or copy that \
         folder here whole, its file .rushes-media too ({}). Then `rushes verify`, and `rushes work`.",
        copy_command(media.folder())
    ))
}

fn copy_command(to: &Path) -> String {
    if cfg!(windows) {
        format!("robocopy OLD \"{}\" /E", to.display())
    } else {
        format!("cp -a OLD/. '{}/'", to.display())
    }
}
