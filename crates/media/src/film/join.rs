//! Joining clips of one format: their frames are copied one behind the other, and new tables say where they are.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::chapters::{self, Span};
use super::format::Format;
use super::{Chapter, Source};
use crate::Error;
use crate::durable::PartFile;
use crate::mp4::{MDAT_HEADER, Sample, SampleTable, Video, VideoTrack, encode, file_type, mdat_header, moov};

/// Writes the laid-out film into an unfinished file.
pub(super) fn write(
    layout: &Layout,
    sources: &[Source<'_>],
    part: &mut PartFile,
    progress: &mut impl FnMut(usize, usize),
) -> Result<(), Error> {
    let path = part.path().to_path_buf();
    let out = part.file();
    out.write_all(&layout.head).map_err(Error::file("write", &path))?;
    for (done, source) in (1..).zip(sources) {
        copy(source, out)?;
        progress(done, sources.len());
    }
    out.write_all(&layout.texts).map_err(Error::file("write", &path))
}

/// Everything of a film but its frames. The frames of each clip follow the head, clip by clip, then the texts.
pub(super) struct Layout {
    /// File type, tables, and the header of the media data.
    pub(super) head: Vec<u8>,
    /// The titles of the chapters.
    pub(super) texts: Vec<u8>,
}

impl Layout {
    /// Lays out the film. The sizes of all frames are known before, so that the tables come first, as players that
    /// read over a network like it, and nothing is written twice.
    pub(super) fn new(
        format: &Format,
        sources: &[Source<'_>],
        chapters: &[Chapter],
    ) -> Result<Layout, String> {
        let videos: Vec<&Video> = sources.iter().map(|source| &source.movie.video).collect();
        let durations: Vec<u64> = videos.iter().map(|video| video.duration()).collect();
        let spans = chapters::spans(chapters, &durations);
        // The tables' own length does not depend on where the frames are, so a first draft tells it.
        let draft = Layout::at(0, format, &videos, &spans)?;
        Layout::at(draft.head.len() as u64, format, &videos, &spans)
    }

    fn at(begin: u64, format: &Format, videos: &[&Video], spans: &[Span]) -> Result<Layout, String> {
        let (video, end) = video_track(begin, format, videos)?;
        let (chapter_track, texts) = chapters::track(spans, end)?;
        let chapter_track = (!spans.is_empty()).then_some(chapter_track);
        let mut head = file_type();
        head.extend(encode(&moov(format.timescale, video, chapter_track))?);
        head.extend(mdat_header(end - begin + texts.len() as u64 + MDAT_HEADER));
        Ok(Layout { head, texts })
    }
}

/// The picture track of frames that lie from `begin` on, and where they end.
fn video_track(begin: u64, format: &Format, videos: &[&Video]) -> Result<(VideoTrack, u64), String> {
    let delay = videos.iter().map(|video| video.delay()).max().unwrap_or_default();
    let mut table = SampleTable::default();
    let mut end = begin;
    for video in videos {
        table.begin_chunk(end);
        // Each clip begins to be shown exactly when the one before ends, however far it looks ahead.
        let later = i64::try_from(delay).unwrap_or(i64::MAX) - video.first_shown();
        for place in &video.samples {
            let shift = place.shift + later;
            table.push(Sample { size: place.size, duration: place.duration, shift, key: place.key });
            end += u64::from(place.size);
        }
    }
    let side =
        |pixels: u32| u16::try_from(pixels).map_err(|_| format!("expected below 65536 pixels, got {pixels}"));
    let (width, height) = (side(format.size.0)?, side(format.size.1)?);
    Ok((VideoTrack { codec: format.codec.clone(), width, height, table, begin: delay }, end))
}

/// Copies the frames of a clip, never more than a block of it in memory.
fn copy(source: &Source<'_>, out: &mut File) -> Result<(), Error> {
    let path = &source.part.path;
    let mut file = File::open(path).map_err(Error::file("open", path))?;
    for (offset, bytes) in stretches(&source.movie.video) {
        file.seek(SeekFrom::Start(offset)).map_err(Error::file("read", path))?;
        let copied = io::copy(&mut (&mut file).take(bytes), out);
        if copied.map_err(Error::file("copy", path))? != bytes {
            let cut = io::Error::from(io::ErrorKind::UnexpectedEof);
            return Err(Error::file("copy to its end", path)(cut));
        }
    }
    Ok(())
}

/// Where the frames of a clip lie, neighbours taken together.
fn stretches(video: &Video) -> Vec<(u64, u64)> {
    let mut stretches: Vec<(u64, u64)> = Vec::new();
    for place in &video.samples {
        match stretches.last_mut() {
            Some((offset, bytes)) if *offset + *bytes == place.offset => *bytes += u64::from(place.size),
            Some(_) | None => stretches.push((place.offset, place.size.into())),
        }
    }
    stretches
}

#[cfg(test)]
#[path = "join_tests.rs"]
mod tests;
