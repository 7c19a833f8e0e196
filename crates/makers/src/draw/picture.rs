//! What a card shows behind its words: a scenery for each task type, composed by the shot's own dice.

use super::dice::Dice;
use super::figure;
use super::land::{self, Area};
use super::palette::Palette;
use super::svg::push;
use super::view::View;

/// What decides a picture.
pub(super) struct Picture<'a> {
    pub(super) tasktype: &'a str,
    pub(super) area: Area,
    pub(super) view: View,
    pub(super) palette: &'a Palette,
    /// Composes it: the same for both frames of a shot.
    pub(super) dice: Dice,
    /// Scatters the small things.
    pub(super) seed: u64,
}

/// Draws the picture of a shot as its camera sees it.
pub(super) fn picture(svg: &mut String, it: Picture<'_>) {
    let Picture { area, palette, view, mut dice, .. } = it;
    land::sky(svg, area, palette);
    area.layer(svg, &view, 0.18);
    land::sun(svg, area, view.time, palette, &mut dice);
    land::birds(svg, area, palette, &mut Dice::seeded(it.seed));
    svg.push_str("</g>");
    match it.tasktype {
        "character" => character(svg, area, &view, palette, &mut dice),
        "location" => location(svg, area, &view, palette, &mut dice),
        "scene" => scene(svg, area, &view, palette, &mut dice),
        _ => still_life(svg, area, &view, palette, &mut dice),
    }
}

fn character(svg: &mut String, area: Area, view: &View, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    area.layer(svg, view, 0.4);
    match dice.choice(3) {
        0 => land::houses(svg, area, 0.8, &palette.grounds[0], palette, dice),
        1 => land::trees(svg, area, 0.82, &palette.grounds[0], dice),
        _ => land::ridge(svg, area, 0.62, unit * 7.0, &palette.grounds[0], dice),
    }
    land::ridge(svg, area, 0.80, unit * 4.0, &palette.grounds[1], dice);
    svg.push_str("</g>");
    area.layer(svg, view, 1.0);
    figure::portrait(svg, area, palette, dice);
    svg.push_str("</g>");
}

fn location(svg: &mut String, area: Area, view: &View, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    for (at, (top, rough, depth)) in [(0.52, 9.0, 0.35), (0.64, 7.0, 0.6)].into_iter().enumerate() {
        area.layer(svg, view, depth);
        land::ridge(svg, area, top, unit * rough, &palette.grounds[at], dice);
        svg.push_str("</g>");
    }
    area.layer(svg, view, 0.85);
    match dice.choice(3) {
        0 => land::water(svg, area, 0.76, &palette.grounds[2], palette, dice),
        1 => {
            land::houses(svg, area, 0.84, &palette.grounds[2], palette, dice);
            land::ridge(svg, area, 0.86, unit * 2.0, &palette.grounds[2], dice);
        }
        _ => land::ridge(svg, area, 0.76, unit * 5.0, &palette.grounds[2], dice),
    }
    svg.push_str("</g>");
    area.layer(svg, view, 1.15);
    land::trees(svg, area, 0.97, &palette.grounds[3], dice);
    land::ridge(svg, area, 0.95, unit * 3.0, &palette.grounds[3], dice);
    svg.push_str("</g>");
}

fn scene(svg: &mut String, area: Area, view: &View, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    area.layer(svg, view, 0.45);
    land::ridge(svg, area, 0.60, unit * 6.0, &palette.grounds[0], dice);
    svg.push_str("</g>");
    area.layer(svg, view, 0.7);
    match dice.choice(3) {
        0 => land::houses(svg, area, 0.74, &palette.grounds[1], palette, dice),
        1 => land::trees(svg, area, 0.76, &palette.grounds[1], dice),
        _ => land::ridge(svg, area, 0.68, unit * 4.0, &palette.grounds[1], dice),
    }
    svg.push_str("</g>");
    area.layer(svg, view, 1.0);
    land::water(svg, area, 0.74, &palette.grounds[2], palette, dice);
    figure::two(svg, area, 0.88, view.time, palette, dice);
    svg.push_str("</g>");
}

/// For types that the articles do not know: an arch, a ball and some blocks on a table.
fn still_life(svg: &mut String, area: Area, view: &View, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    let (floor, middle) = (area.height * 0.76, area.width * 0.5);
    area.layer(svg, view, 0.6);
    let (arch, side) = (unit * dice.between(20.0, 28.0), dice.sign());
    push(
        svg,
        format_args!(
            "<path fill=\"{}\" d=\"M{:.1} {floor:.1}v{:.1}a{arch:.1} {arch:.1} 0 0 1 {:.1} 0v{:.1}z\"/>",
            palette.grounds[0],
            middle - arch + side * unit * 18.0,
            -unit * 22.0,
            arch * 2.0,
            unit * 22.0
        ),
    );
    svg.push_str("</g>");
    area.layer(svg, view, 1.0);
    land::water(svg, area, 0.76, &palette.grounds[2], palette, dice);
    let block = unit * dice.between(16.0, 24.0);
    push(
        svg,
        format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{block:.1}\" height=\"{block:.1}\" fill=\"{}\"/>",
            middle - side * unit * 24.0 - block / 2.0,
            floor + unit * 6.0 - block,
            palette.grounds[3]
        ),
    );
    let ball = unit * dice.between(8.0, 12.0);
    push(
        svg,
        format_args!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{ball:.1}\" fill=\"{}\"/>",
            middle + side * unit * (6.0 + 12.0 * view.time),
            floor + unit * 8.0 - ball,
            palette.dark
        ),
    );
    svg.push_str("</g>");
}
