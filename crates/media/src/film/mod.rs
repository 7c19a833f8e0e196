//! The film: all clips in story order as one file with chapter marks.
//!
//! Clips of one format are joined as they are, without ffmpeg and without loss. Others are brought to the format of
//! the first by ffmpeg.

mod chapters;
mod ffmpeg;
mod format;
mod join;

use std::path::{Path, PathBuf};

pub use ffmpeg::ffmpeg_version;
use ffmpeg::{Ffmpeg, Order};
use format::Format;
use join::Layout;

use crate::Error;
use crate::durable::{PartFile, ensure_folder};
use crate::mp4::Movie;

/// A chapter of the film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// What players show.
    pub title: String,
    /// The index of its first part.
    pub first_entry: usize,
}

/// One clip, or the slate of a missing one, in story order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The file.
    pub path: PathBuf,
    /// What messages call it: the scenecode.
    pub label: String,
}

/// What is known of a film that was assembled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmFacts {
    /// How long it runs.
    pub duration_ms: u64,
    /// How many frames it has.
    pub frames: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Whether the clips were joined as they are; otherwise ffmpeg coded them anew.
    pub built_in: bool,
}

/// A part whose tables were read.
struct Source<'a> {
    part: &'a Part,
    movie: Movie,
}

/// Assembles the film. It appears under its name only when it is whole; `progress` is told how many parts of how many
/// are done.
pub fn assemble(
    parts: &[Part],
    chapters: &[Chapter],
    out: &Path,
    progress: impl FnMut(usize, usize),
) -> Result<FilmFacts, Error> {
    assemble_with(&Ffmpeg::default(), parts, chapters, out, progress)
}

fn assemble_with(
    ffmpeg: &Ffmpeg,
    parts: &[Part],
    chapters: &[Chapter],
    out: &Path,
    mut progress: impl FnMut(usize, usize),
) -> Result<FilmFacts, Error> {
    let refuse = |reason: String| Error::Film { path: out.to_path_buf(), reason };
    check_chapters(chapters, parts.len()).map_err(refuse)?;
    let sources = parts.iter().map(Source::open).collect::<Result<Vec<_>, _>>()?;
    let out = std::path::absolute(out).map_err(Error::file("find", out))?;
    let folder = out.parent().unwrap_or(&out);
    ensure_folder(folder)?;
    let mut part = PartFile::create(folder)?;
    let (frames, built_in) = match Format::shared(&sources) {
        Ok(format) => {
            let layout = Layout::new(&format, &sources, chapters).map_err(refuse)?;
            join::write(&layout, &sources, &mut part, &mut progress)?;
            (sources.iter().map(Source::frames).sum(), true)
        }
        Err(why) => {
            let order = Order { why: &why, sources: &sources, chapters, out: part.path() };
            (ffmpeg.assemble(&order, &mut progress)?, false)
        }
    };
    let facts = facts(part.path(), built_in)?;
    if facts.frames != frames {
        return Err(refuse(format!("expected it to have {frames} frames, got {}", facts.frames)));
    }
    part.publish(&out)?;
    Ok(facts)
}

fn check_chapters(chapters: &[Chapter], parts: usize) -> Result<(), String> {
    if parts == 0 {
        return Err("expected at least one clip, got none".to_owned());
    }
    if chapters.first().is_some_and(|first| first.first_entry != 0) {
        return Err("expected the first chapter to begin with the first clip".to_owned());
    }
    let ends = chapters.iter().skip(1).map(|chapter| chapter.first_entry).chain([parts]);
    match chapters.iter().zip(ends).find(|(chapter, end)| chapter.first_entry >= *end) {
        Some((chapter, _)) => {
            Err(format!("expected the chapter `{}` to hold a clip, got none", chapter.title))
        }
        None => Ok(()),
    }
}

/// What the finished file says of itself.
fn facts(path: &Path, built_in: bool) -> Result<FilmFacts, Error> {
    let movie = Movie::open(path)?;
    Ok(FilmFacts {
        duration_ms: (movie.video.seconds() * 1000.0).round() as u64,
        frames: movie.video.samples.len() as u64,
        bytes: movie.bytes,
        built_in,
    })
}

impl Source<'_> {
    fn open(part: &Part) -> Result<Source<'_>, Error> {
        let movie = Movie::open(&part.path)
            .map_err(|source| Error::Part { label: part.label.clone(), source: Box::new(source) })?;
        Ok(Source { part, movie })
    }

    fn frames(&self) -> u64 {
        self.movie.video.samples.len() as u64
    }
}

#[cfg(test)]
#[path = "film_tests.rs"]
mod tests;
