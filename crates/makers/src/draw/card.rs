//! A storyboard card: the picture of a shot with its code, chapter, side and prompt.

use rushes_core::FrameSide;

use super::dice::Dice;
use super::fonts::Weight;
use super::land::Area;
use super::palette::{Palette, palette};
use super::picture::{Picture, picture};
use super::svg::push;
use super::view::{View, views};
use super::words::{self, Anchor, Room, line};

/// What a card says.
#[derive(Debug, Clone)]
pub(crate) struct Card<'a> {
    /// The shot's name.
    pub(crate) scenecode: &'a str,
    /// What it shows.
    pub(crate) tasktype: &'a str,
    /// Which of its two frames.
    pub(crate) side: FrameSide,
    /// Its chapter.
    pub(crate) chapter: u32,
    /// Its title.
    pub(crate) title: &'a str,
    /// Its prompt.
    pub(crate) prompt: &'a str,
    /// Where the small things of the picture are.
    pub(crate) seed: u64,
}

/// A prompt is as large as it fits, and cut where it does not fit at the smallest size.
const PROMPT_SIZES: [f32; 5] = [21.0, 18.0, 15.5, 13.5, 11.5];

/// How many steps the shade at the top has; bands are much cheaper to paint than a gradient, and look the same.
const SHADES: u32 = 36;

/// Above this line stand the code and the chapter; no mark crosses them.
const HEADING: f32 = 70.0;

/// The measures of a card, in units of which a frame of 640x360 has as many as pixels.
struct Layout {
    width: f32,
    height: f32,
    /// Where the words under the picture begin.
    panel: f32,
    margin: f32,
}

impl Layout {
    fn of(width: u32, height: u32) -> Layout {
        let unit = units(width, height);
        let (width, height) = (width as f32 / unit, height as f32 / unit);
        let words = if height > width { height * 0.32 } else { (height * 0.30).clamp(84.0, 140.0) };
        Layout { width, height, panel: height - words, margin: 22.0 }
    }
}

/// How many pixels a unit of measure has: one in 640x360, and in any picture as many as its words have room for.
pub(super) fn units(width: u32, height: u32) -> f32 {
    let (width, height) = (width as f32, height as f32);
    ((width * height).sqrt() / 480.0).min(height / 240.0).min(width / 270.0)
}

/// The SVG of a card in a size.
pub(crate) fn card(card: &Card<'_>, width: u32, height: u32) -> String {
    let layout = Layout::of(width, height);
    let mut dice = Dice::of(card.scenecode);
    let palette = palette(card.tasktype, &mut dice);
    let views = views(card.tasktype, &mut dice);
    let area = Area { width: layout.width, height: layout.panel };
    let mut svg = String::with_capacity(16 * 1024);
    open(&mut svg, &layout, width, height);
    let (tasktype, view, seed) = (card.tasktype, View::of(views, card.side), card.seed);
    picture(&mut svg, Picture { tasktype, area, view, palette: &palette, dice, seed });
    view_finder(&mut svg, area, views, card.side);
    shade(&mut svg, &layout, &palette);
    push(
        &mut svg,
        format_args!(
            "<rect y=\"{:.1}\" width=\"100%\" height=\"100%\" fill=\"{}\"/>",
            layout.panel, palette.ink
        ),
    );
    heading(&mut svg, card, &layout);
    side_mark(&mut svg, card.side, &layout);
    caption(&mut svg, card, &layout, &palette);
    svg.push_str("</svg>");
    svg
}

fn open(svg: &mut String, layout: &Layout, width: u32, height: u32) {
    push(
        svg,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {:.3} {:.3}\" preserveAspectRatio=\"none\">",
            layout.width, layout.height
        ),
    );
}

/// Darkens the top, so that the heading can be read before any picture.
fn shade(svg: &mut String, layout: &Layout, palette: &Palette) {
    let deep = layout.panel * 0.45;
    push(svg, format_args!("<g fill=\"{}\" shape-rendering=\"crispEdges\">", palette.ink));
    for band in 0..SHADES {
        let part = band as f32 / SHADES as f32;
        push(
            svg,
            format_args!(
                "<rect y=\"{:.2}\" width=\"100%\" height=\"{:.2}\" fill-opacity=\"{:.3}\"/>",
                deep * part,
                deep / SHADES as f32,
                0.62 * (1.0 - part)
            ),
        );
    }
    svg.push_str("</g>");
}

/// Marks in the wider of a shot's two frames what the nearer one shows.
fn view_finder(svg: &mut String, area: Area, views: [View; 2], side: FrameSide) {
    let (own, other) = match side {
        FrameSide::First => (views[0], views[1]),
        FrameSide::Last => (views[1], views[0]),
    };
    let (x, y, width, height) = own.frame_of(&other, area.width, area.height);
    let (y, height) = (y.max(HEADING), height - (HEADING - y).max(0.0));
    let (right, bottom, arm) = (x + width, y + height, area.unit() * 5.0);
    push(
        svg,
        format_args!(
            "<path fill=\"none\" stroke=\"#fff\" stroke-opacity=\".6\" stroke-width=\"1.3\" d=\"\
         M{x:.1} {:.1}V{y:.1}H{:.1}M{:.1} {y:.1}H{right:.1}V{:.1}\
         M{right:.1} {:.1}V{bottom:.1}H{:.1}M{:.1} {bottom:.1}H{x:.1}V{:.1}\"/>",
            y + arm,
            x + arm,
            right - arm,
            y + arm,
            bottom - arm,
            right - arm,
            x + arm,
            bottom - arm
        ),
    );
}

fn heading(svg: &mut String, card: &Card<'_>, layout: &Layout) {
    let room = layout.width - 2.0 * layout.margin - 96.0;
    line(svg, card.scenecode, Weight::Bold, 23.0, (layout.margin, 40.0), room, "#fff");
    let chapter = match card.title {
        "" => format!("Chapter {}", card.chapter),
        title => format!("Chapter {}  ·  {title}", card.chapter),
    };
    line(
        svg,
        &chapter,
        Weight::Regular,
        13.0,
        (layout.margin, 60.0),
        layout.width - 2.0 * layout.margin,
        "#fff",
    );
}

/// A pill that says which frame this is: two dots, the frame's one filled, and the word.
fn side_mark(svg: &mut String, side: FrameSide, layout: &Layout) {
    let (word, filled) = match side {
        FrameSide::First => ("FIRST", [1.0, 0.28]),
        FrameSide::Last => ("LAST", [0.28, 1.0]),
    };
    let (wide, top) = (82.0, 22.0);
    let x = layout.width - layout.margin - wide;
    push(
        svg,
        format_args!(
            "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{wide}\" height=\"22\" rx=\"11\" fill=\"#000\" fill-opacity=\".38\"/>\
         <circle cx=\"{:.1}\" cy=\"33\" r=\"3.4\" fill=\"#fff\" fill-opacity=\"{}\"/>\
         <circle cx=\"{:.1}\" cy=\"33\" r=\"3.4\" fill=\"#fff\" fill-opacity=\"{}\"/>",
            x + 14.0,
            filled[0],
            x + 24.0,
            filled[1]
        ),
    );
    line(svg, word, Weight::Bold, 11.0, (x + 35.0, 37.0), wide, "#fff");
}

fn caption(svg: &mut String, card: &Card<'_>, layout: &Layout, palette: &Palette) {
    let label_y = layout.panel + 22.0;
    push(
        svg,
        format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\" rx=\"2\" fill=\"{}\"/>",
            layout.margin,
            label_y - 8.5,
            palette.accent
        ),
    );
    let label = card.tasktype.to_uppercase();
    push(svg, format_args!("<g letter-spacing=\"1.2\">"));
    line(
        svg,
        &label,
        Weight::Bold,
        10.5,
        (layout.margin + 16.0, label_y),
        layout.width * 0.5,
        &palette.accent,
    );
    svg.push_str("</g>");
    let (top, bottom) = (layout.panel + 30.0, layout.height - 10.0);
    let room =
        Room { x: layout.margin, top, width: layout.width - 2.0 * layout.margin, height: bottom - top };
    words::paragraph(svg, card.prompt, room, &PROMPT_SIZES, (Anchor::Start, &palette.text));
}

#[cfg(test)]
#[path = "card_tests.rs"]
mod tests;
