//! Setting text: single lines and paragraphs that stay in their room.

use super::fonts::Weight;
use super::svg::{escape, push};
use super::wrap::measure;

/// From where a line runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
}

/// Where a paragraph may stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Room {
    pub(super) x: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// One line of text, cut where its room ends.
pub(super) fn line(
    svg: &mut String,
    text: &str,
    weight: Weight,
    size: f32,
    at: (f32, f32),
    room: f32,
    fill: &str,
) {
    let (lines, _) = measure(text, weight).lines(room / size, 1);
    if let Some(line) = lines.first() {
        put(svg, line, weight, size, at, (Anchor::Start, fill));
    }
}

/// A paragraph at the first of the sizes at which it fits, else cut at the last of them.
pub(super) fn paragraph(svg: &mut String, text: &str, room: Room, sizes: &[f32], style: (Anchor, &str)) {
    let measured = measure(text, Weight::Regular);
    let set = |size: f32| {
        let most = (room.height / (size * LEADING)).max(1.0) as usize;
        (size, measured.lines(room.width / size, most))
    };
    let Some(&smallest) = sizes.last() else { return };
    let fits = sizes.iter().map(|&size| set(size)).find(|(_, (_, whole))| *whole);
    let (size, (lines, _)) = fits.unwrap_or_else(|| set(smallest));
    for (at, line) in lines.iter().enumerate() {
        let y = room.top + size * LEADING * (at as f32 + 0.86);
        put(svg, line, Weight::Regular, size, (room.x, y), style);
    }
}

/// From line to line, in parts of the size.
const LEADING: f32 = 1.38;

/// A line that is known to fit.
pub(super) fn put(
    svg: &mut String,
    line: &str,
    weight: Weight,
    size: f32,
    (x, y): (f32, f32),
    (anchor, fill): (Anchor, &str),
) {
    let weight = match weight {
        Weight::Regular => 400,
        Weight::Bold => 700,
    };
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
    };
    push(
        svg,
        format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{}</text>",
            escape(line)
        ),
    );
}
