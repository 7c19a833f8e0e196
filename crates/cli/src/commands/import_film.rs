//! `rushes import FOLDER`: a film that `rushes export` wrote, its files too, into a new project.

use std::path::Path;

use rushes_media::{Copied, MediaRoot, Replace, copy_checked};

use crate::args::Import;
use crate::backup::{self, NamedFile};
use crate::commands::export::{BACKUP, named_some};
use crate::commands::restore;
use crate::meter::Meter;
use crate::project::Project;
use crate::report::{AGAIN, Failure, could_not};
use crate::say;
use crate::summary::counted;

/// Brings an exported film into this project: its files first, then its rows.
pub async fn import_film(project: &Project, typed: &Import) -> Result<(), Failure> {
    if !typed.map.is_empty() || typed.dry_run || typed.rerun_changed {
        return Err(Failure::misuse(
            "expected a storyboard file with `--map`, `--dry-run` or `--rerun-changed`",
        )
        .hint("a folder that `rushes export` wrote is imported whole: `rushes import FOLDER`"));
    }
    let folder = typed.file.clone();
    let file = folder.join(BACKUP);
    if !file.is_file() {
        return Err(Failure::new(format!("could not import `{}`: it has no {BACKUP}", folder.display()))
            .hint("`rushes export FOLDER` of a whole film writes one; its storyboard.csv can be imported by itself"));
    }
    let store = project.store().await?;
    store.refuse_if_used().await?;
    let contents = backup::contents(&file)?;
    let media = project.shared_media(&store).await?;
    let marker = media.marker()?;
    let bring = move || bring_all(&folder, &media, &contents.files);
    let brought = tokio::task::spawn_blocking(bring).await;
    let brought = brought
        .map_err(|error| Failure::new(format!("could not copy the film's files: {error}")).hint(AGAIN))??;
    let restored = backup::restore(&store, &file, Some(&marker)).await?;
    restore::tell(project, &store, &restored, typed.format.json).await?;
    if typed.format.json {
        return Ok(());
    }
    say(&format!("{} in the media folder: `rushes doctor`, then `rushes work`.", counted(brought, "file")));
    Ok(())
}

/// Copies every file to where its row says, checked against its hash. If one is missing, the rows stay out.
fn bring_all(folder: &Path, media: &MediaRoot, files: &[NamedFile]) -> Result<usize, Failure> {
    let mut meter = Meter::new("files", files.len() as u64);
    let (mut brought, mut wrong) = (0, Vec::new());
    for file in files {
        match bring(folder, media, file) {
            Ok(copied) => brought += usize::from(copied.is_some()),
            Err(what) => wrong.push(what),
        }
        meter.add(1);
    }
    if wrong.is_empty() {
        return Ok(brought);
    }
    let words = format!("could not import the film: {} not as its rows say: ", counted(wrong.len(), "file"));
    Err(Failure::new(words + &named_some(&wrong)).hint(format!(
        "the database was not changed; `rushes export` the film again, or `rushes restore {}` and \
         `rushes verify --new-media --repair`, which makes them again",
        folder.join(BACKUP).display()
    )))
}

fn bring(folder: &Path, media: &MediaRoot, file: &NamedFile) -> Result<Option<Copied>, String> {
    let from = folder.join(&file.plain);
    if !from.is_file() {
        return if file.needed { Err(format!("{} is missing", file.plain)) } else { Ok(None) };
    }
    let to = media.resolve(&file.relative).map_err(|error| could_not(&error))?;
    match copy_checked(&from, &to, file.sha256.as_deref(), Replace::Never) {
        Ok(copied) => Ok(Some(copied)),
        Err(error) if file.needed => Err(could_not(&error)),
        // A file of a shot that is being made again may be of an older making.
        Err(_) => Ok(None),
    }
}
