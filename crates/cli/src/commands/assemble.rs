//! `rushes assemble`: all clips together as one film.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rushes_core::{ClipState, Film, ImageState};
use rushes_makers::{slate, still_clip};
use rushes_media::{Chapter, FilmFacts, MediaRoot, Part};
use rushes_store::{BoardMade, BoardRow, Store};
use serde_json::json;

use crate::args::Assemble;
use crate::board::whole_board;
use crate::progress::duration_words;
use crate::project::Project;
use crate::report::{AGAIN, Failure, WRITABLE};
use crate::say;
use crate::summary::counted;
use crate::verify::{Broken, unfit};

/// So many missing clips are named; the rest is counted.
const NAMED: usize = 20;

/// Assembles the film.
pub async fn assemble(project: &Project, typed: &Assemble) -> Result<(), Failure> {
    let store = project.store().await?;
    let (facts, cards) = film(project, &store, typed.out.as_deref(), typed.slates).await?;
    let out = typed.out.clone().unwrap_or_else(|| project.folder.join("film.mp4"));
    let runs = Duration::from_millis(facts.duration_ms);
    if typed.format.json {
        let (frames, bytes) = (facts.frames, facts.bytes);
        let film = json!({"film": out.display().to_string(), "seconds": runs.as_secs_f64(), "frames": frames, "bytes": bytes, "cards": cards});
        say(&format!("{film:#}"));
        return Ok(());
    }
    if cards > 0 {
        say(&format!("{} in the place of missing clips", counted(cards, "card")));
    }
    let (length, megabytes) = (duration_words(runs), facts.bytes / 1_000_000);
    say(&format!("{}: {length}, {} frames, {megabytes} MB", out.display(), facts.frames));
    Ok(())
}

/// Assembles the film to `out`, or to `film.mp4` in the project, and says how many slates are in it. Missing clips are
/// refused, or slates stand for them; a clip that is not the one that was checked is always refused.
pub async fn film(
    project: &Project,
    store: &Store,
    out: Option<&Path>,
    slates: bool,
) -> Result<(FilmFacts, usize), Failure> {
    let film = store.film().await?;
    let media = project.shared_media(store).await?;
    let out = match out {
        Some(out) => safe_out(out, &media)?,
        None => project.folder.join("film.mp4"),
    };
    // A cancelled shot was taken out of the film by a person.
    let rows = whole_board(store).await?.into_iter().filter(|row| row.image.state != ImageState::Cancelled);
    let rows: Vec<BoardRow> = rows.collect();
    if rows.is_empty() {
        return Err(
            Failure::new("could not assemble a film: it has no shots").hint("run `rushes import STORYBOARD`")
        );
    }
    let missing: Vec<&BoardRow> = rows.iter().filter(|row| clip_of(row).is_none()).collect();
    if !missing.is_empty() && !slates {
        return Err(refuse(&missing));
    }
    let cards = missing.len();
    let scratch = project.folder.join("slates");
    let work = move || {
        check(&film, &media, &rows)?;
        let facts = join(&film, &media, &rows, &scratch, &out);
        if scratch.exists()
            && let Err(error) = std::fs::remove_dir_all(&scratch)
        {
            tracing::warn!(%error, "the folder of slates stays");
        }
        facts
    };
    let facts = tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Failure::new(format!("could not assemble: {error}")).hint(AGAIN))??;
    Ok((facts, cards))
}

/// Every clip is the one that was checked when its row came to name it, and in the film's format.
fn check(film: &Film, media: &MediaRoot, rows: &[BoardRow]) -> Result<(), Failure> {
    let clips: Vec<_> = rows.iter().filter_map(|row| Some((&row.scenecode, clip_of(row)?))).collect();
    let unfit = unfit(media, film, &clips);
    if unfit.is_empty() { Ok(()) } else { Err(refuse_unfit(&unfit)) }
}

fn join(
    film: &Film,
    media: &MediaRoot,
    rows: &[BoardRow],
    scratch: &Path,
    out: &Path,
) -> Result<FilmFacts, Failure> {
    let mut parts = Vec::with_capacity(rows.len());
    for row in rows {
        let path = match clip_of(row) {
            Some(made) => media.resolve(&made.path)?,
            None => slate_of(film, row, scratch)?,
        };
        parts.push(Part { path, label: row.scenecode.to_string() });
    }
    rushes_media::assemble(&parts, &chapters(rows), out, |_, _| {}).map_err(|error| {
        Failure::from(error)
            .hint("`rushes verify --repair` finds clips that are missing or broken, and has them made again")
    })
}

/// A film is written over nothing but a film: its name ends in `.mp4`, and it is not among the film's own clips.
fn safe_out(out: &Path, media: &MediaRoot) -> Result<PathBuf, Failure> {
    let refuse = |why: &str| {
        let message = format!("could not write the film to `{}`: {why}", out.display());
        Err(Failure::misuse(message).hint("name a file such as `--out cut.mp4`, in a folder that is there"))
    };
    if !out.extension().is_some_and(|it| it.eq_ignore_ascii_case("mp4")) {
        return refuse("expected a name that ends in `.mp4`");
    }
    let absolute = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let Some(folder) = absolute.parent().and_then(|it| it.canonicalize().ok()) else {
        return refuse("its folder is not there");
    };
    if media.folder().canonicalize().is_ok_and(|media| folder.starts_with(media)) {
        return refuse("it lies in the media folder, among the film's own files");
    }
    Ok(absolute)
}

/// The clip that a row has, if it is done.
fn clip_of(row: &BoardRow) -> Option<&BoardMade> {
    row.clip.as_ref().filter(|it| it.state == ClipState::Done)?.made.as_ref()
}

fn slate_of(film: &Film, row: &BoardRow, scratch: &Path) -> Result<PathBuf, Failure> {
    std::fs::create_dir_all(scratch).map_err(|error| {
        Failure::new(format!("could not make `{}`: {error}", scratch.display())).hint(WRITABLE)
    })?;
    let stem = rushes_media::file_stem(&row.scenecode);
    let (card, clip) = (scratch.join(format!("{stem}.png")), scratch.join(format!("{stem}.mp4")));
    slate(film.width, film.height, row.scenecode.as_str(), &row.first_prompt, &card)?;
    still_clip(&card, film.width, film.height, film.fps, row.duration, &clip)?;
    Ok(clip)
}

/// A mark at the first shot of each chapter.
fn chapters(rows: &[BoardRow]) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if at == 0 || rows[at - 1].chapter != row.chapter {
            let title = match row.chapter_title.as_str() {
                "" => format!("Chapter {}", row.chapter),
                title => title.to_owned(),
            };
            chapters.push(Chapter { title, first_entry: at });
        }
    }
    chapters
}

fn refuse(missing: &[&BoardRow]) -> Failure {
    let named: Vec<&str> = missing.iter().take(NAMED).map(|row| row.scenecode.as_str()).collect();
    let more = missing.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    Failure::new(format!(
        "could not assemble the film: {} shots have no clip: {}{rest}",
        missing.len(),
        named.join(", ")
    ))
    .hint("`rushes work --id 001 --until-done` makes them; `--slates` puts a numbered card in the place of each")
}

fn refuse_unfit(unfit: &[Broken]) -> Failure {
    let lines: Vec<String> =
        unfit.iter().take(NAMED).map(|it| format!("\n  {}: {}", it.scenecode, it.what)).collect();
    let more = unfit.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let clips = counted(unfit.len(), "clip");
    Failure::new(format!("could not assemble the film: {clips} cannot be used:{}{rest}", lines.concat()))
        .hint("`rushes verify --repair` has files made again that are missing or changed, `rushes rerun CODE --clip` one clip; then `rushes work --id 001 --until-done`")
}
