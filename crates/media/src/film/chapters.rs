//! Chapter marks.

use mp4_atom::{FontEntry, Ftab, Tx3g};

use super::Chapter;
use crate::mp4::{ChapterTrack, Sample, SampleTable};

/// When a chapter begins and ends, in some unit of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) title: String,
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// The chapters in time, given how long each part runs.
pub(super) fn spans(chapters: &[Chapter], durations: &[u64]) -> Vec<Span> {
    let begin = |entry: usize| durations[..entry].iter().sum();
    let ends = chapters.iter().skip(1).map(|chapter| chapter.first_entry).chain([durations.len()]);
    let span = |(chapter, end): (&Chapter, usize)| Span {
        title: one_line(&chapter.title),
        begin: begin(chapter.first_entry),
        end: begin(end),
    };
    chapters.iter().zip(ends).map(span).collect()
}

/// Players show a title in one line.
fn one_line(title: &str) -> String {
    title.split(|letter: char| letter.is_control()).collect::<Vec<_>>().join(" ")
}

/// The text track of a film, and its texts, which lie at `offset`. Players of every kind know it, and it has no
/// largest number of chapters.
pub(super) fn track(spans: &[Span], offset: u64) -> Result<(ChapterTrack, Vec<u8>), String> {
    let mut table = SampleTable::default();
    let mut texts = Vec::new();
    table.begin_chunk(offset);
    for span in spans {
        let text = text(&span.title);
        let duration = u32::try_from(span.end - span.begin);
        let duration =
            duration.map_err(|_| format!("expected the chapter `{}` to be shorter", span.title))?;
        let size = u32::try_from(text.len()).expect("a text is below 64 KiB");
        table.push(Sample { size, duration, shift: 0, key: true });
        texts.extend_from_slice(&text);
    }
    let fonts = Ftab { font_entries: vec![FontEntry { font_id: 1, font: "Sans-Serif".into() }] };
    let codec = Tx3g { data_reference_index: 1, ftab: Some(fonts), ..Tx3g::default() };
    Ok((ChapterTrack { codec: codec.into(), table }, texts))
}

/// A sample of text: its length, then UTF-8.
fn text(title: &str) -> Vec<u8> {
    let title = &title[..title.floor_char_boundary(usize::from(u16::MAX))];
    let length = u16::try_from(title.len()).expect("it was cut to this length");
    [&length.to_be_bytes(), title.as_bytes()].concat()
}
