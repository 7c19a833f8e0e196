//! `rushes export`: the film's files under plain names, for an editing program or for another project.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use rushes_core::{ClipState, FrameSide, ImageState, Scenecode, Shot};
use rushes_media::{Copied, MediaRoot, Replace, copy_checked};
use rushes_store::{BoardRow, Place, ShotFiles, Store};

use crate::args::Export;
use crate::backup::{self, NamedFile, Reader, clip_name, frame_name};
use crate::commands::backup::there;
use crate::meter::Meter;
use crate::project::Project;
use crate::report::{AGAIN, Failure, WRITABLE, could_not};
use crate::say;
use crate::selector::select;
use crate::storyboard::write_csv;
use crate::summary::counted;

/// The backup in an exported folder.
pub const BACKUP: &str = "film.rushes.jsonl";
const STORYBOARD: &str = "storyboard.csv";
const PAGE: u32 = 1000;
/// So many files are named; the rest is counted.
const NAMED: usize = 20;

/// Writes the folder. Fails if something of it is missing; what is there is in the folder then.
pub async fn export(project: &Project, typed: &Export) -> Result<(), Failure> {
    let store = project.store().await?;
    let mut rows = select(&store, &typed.selector).await?;
    // What a person took out is no part of the film.
    rows.retain(|it| it.image.state != ImageState::Cancelled);
    if rows.is_empty() {
        return Err(Failure::new("could not export anything: no shot is selected")
            .hint("`rushes shots` lists them; `rushes import STORYBOARD` makes them"));
    }
    let media = project.shared_media(&store).await?;
    let folder = make_folder(&typed.folder, &media)?;
    let replace = if typed.force { Replace::Other } else { Replace::Never };
    // The backup first: whatever its rows name is there when the files are looked for.
    if typed.selector.is_empty() || typed.selector == ["all"] {
        write_backup(&store, &folder.join(BACKUP), replace).await?;
    }
    write_storyboard(&store, &rows, &folder, replace).await?;
    let (files, mut lacking) = files_of(&rows, &store.files_named().await?);
    let into = folder.clone();
    let copied = tokio::task::spawn_blocking(move || copy_all(&media, &into, &files, replace)).await;
    let copied = copied
        .map_err(|error| Failure::new(format!("could not copy the film's files: {error}")).hint(AGAIN))?;
    lacking.extend(copied.wrong);
    say(&format!(
        "{}: {}; {} copied, {} as they were",
        folder.display(),
        counted(rows.len(), "shot"),
        counted(copied.made, "file"),
        counted(copied.there, "file")
    ));
    if lacking.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("{} not in it: {}", counted(lacking.len(), "file"), named_some(&lacking)))
        .hint("`rushes work` makes what is not made yet, `rushes verify --repair` what is broken; `--force` replaces other files"))
}

/// Some of a list, and how many more there are.
pub fn named_some(list: &[String]) -> String {
    let named = list.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match list.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn make_folder(folder: &Path, media: &MediaRoot) -> Result<PathBuf, Failure> {
    let failed = |error: io::Error| {
        Failure::new(format!("could not make `{}`: {error}", folder.display())).hint(WRITABLE)
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let real = folder.canonicalize().map_err(failed)?;
    if media.folder().canonicalize().is_ok_and(|media| real.starts_with(media)) {
        return Err(Failure::misuse(format!(
            "could not export to `{}`: it lies in the media folder, among the film's own files",
            folder.display()
        ))
        .hint("name a folder outside of it"));
    }
    Ok(folder.to_owned())
}

/// An older backup of this very film gives way to the new one.
async fn write_backup(store: &Store, file: &Path, replace: Replace) -> Result<(), Failure> {
    let scratch = file.with_extension("jsonl.new");
    let written = backup::write(store, &scratch).await?;
    let ours = || Reader::open(file).is_ok_and(|it| it.header().film == written.film);
    if replace == Replace::Never && there(file)? && !ours() {
        drop(std::fs::remove_file(&scratch));
        return Err(occupied(file));
    }
    std::fs::rename(&scratch, file).map_err(|error| {
        Failure::new(format!("could not write `{}`: {error}", file.display())).hint(WRITABLE)
    })
}

fn occupied(file: &Path) -> Failure {
    Failure::new(format!("could not write `{}`: a file with other contents has that name", file.display()))
        .hint("export to another folder, or replace what is there by `--force`")
}

async fn write_storyboard(
    store: &Store,
    rows: &[BoardRow],
    folder: &Path,
    replace: Replace,
) -> Result<(), Failure> {
    let selected: HashSet<&Scenecode> = rows.iter().map(|it| &it.scenecode).collect();
    let mut shots: Vec<Shot> = Vec::new();
    let mut after: Option<Place> = None;
    loop {
        let page = store.shots(after.as_ref(), PAGE).await?;
        let Some(last) = page.last() else { break };
        let (chapter, position) = (last.chapter, last.position);
        after = Some(Place { chapter, position, scenecode: last.scenecode.clone() });
        shots.extend(page.into_iter().filter(|it| selected.contains(&it.scenecode)));
    }
    let (file, scratch) = (folder.join(STORYBOARD), folder.join("storyboard.csv.new"));
    write_csv(&scratch, &shots).map_err(|error| {
        Failure::new(format!("could not write `{}`: {error}", scratch.display())).hint(WRITABLE)
    })?;
    let copied = copy_checked(&scratch, &file, None, replace);
    drop(std::fs::remove_file(&scratch));
    match copied {
        Ok(_) => Ok(()),
        Err(rushes_media::Error::Occupied { .. }) => Err(occupied(&file)),
        Err(error) => Err(error.into()),
    }
}

/// The files of the shots, in the order of the film; and what is not made yet.
fn files_of(rows: &[BoardRow], named: &[ShotFiles]) -> (Vec<NamedFile>, Vec<String>) {
    let named: HashMap<&Scenecode, &ShotFiles> = named.iter().map(|it| (&it.scenecode, it)).collect();
    let (mut files, mut lacking) = (BTreeMap::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        if let Some(shot) = named.get(&row.scenecode) {
            files.insert(at, files_of_shot(shot));
        }
        // A cancelled shot was taken out of the film by a person.
        if row.image.state == ImageState::Cancelled {
            continue;
        }
        if row.image.state != ImageState::Completed {
            lacking.push(format!("{}: its frames are not made", row.scenecode));
        }
        if row.clip.as_ref().is_none_or(|it| it.state != ClipState::Done) {
            lacking.push(format!("{}: its clip is not made", row.scenecode));
        }
    }
    (files.into_values().flatten().collect(), lacking)
}

fn files_of_shot(shot: &ShotFiles) -> Vec<NamedFile> {
    let sides = [(FrameSide::First, &shot.firstpic), (FrameSide::Last, &shot.secondpic)];
    let frames = sides.into_iter().zip(&shot.frame_hashes).filter_map(|((side, path), sha256)| {
        let relative = path.clone().filter(|it| !it.is_empty())?;
        let plain = frame_name(&shot.scenecode, side, &relative);
        let needed = shot.image == ImageState::Completed;
        Some(NamedFile { relative, plain, sha256: sha256.clone(), needed })
    });
    let clip = shot.clip_file.iter().map(|it| NamedFile {
        relative: it.path.clone(),
        plain: clip_name(&shot.scenecode),
        sha256: Some(it.sha256.clone()),
        needed: shot.clip == Some(ClipState::Done),
    });
    frames.chain(clip).collect()
}

/// What became of the files.
#[derive(Debug, Default)]
struct Outcome {
    made: usize,
    there: usize,
    wrong: Vec<String>,
}

fn copy_all(media: &MediaRoot, folder: &Path, files: &[NamedFile], replace: Replace) -> Outcome {
    let mut outcome = Outcome::default();
    let mut meter = Meter::new("files", files.len() as u64);
    for file in files {
        match copy(media, folder, file, replace) {
            Ok(Copied::Made) => outcome.made += 1,
            Ok(Copied::There) => outcome.there += 1,
            Err(what) if file.needed => outcome.wrong.push(what),
            // A shot that is being made again may have lost its files.
            Err(_) => {}
        }
        meter.add(1);
    }
    outcome
}

fn copy(media: &MediaRoot, folder: &Path, file: &NamedFile, replace: Replace) -> Result<Copied, String> {
    let from = media.resolve(&file.relative).map_err(|error| could_not(&error))?;
    if !from.is_file() {
        return Err(format!("{}: `{}` is missing in the media folder", file.plain, file.relative));
    }
    copy_checked(&from, &folder.join(&file.plain), file.sha256.as_deref(), replace)
        .map_err(|error| format!("{}: {}", file.plain, could_not(&error)))
}
