//! People: a portrait, and small figures in a landscape.

use super::dice::Dice;
use super::land::Area;
use super::palette::Palette;
use super::svg::push;

/// A person in a coat, ten high, feet at zero.
const COAT: &str = "<ellipse cx=\"0\" cy=\"-9.2\" rx=\".66\" ry=\".8\"/>\
    <path d=\"M-.3-8.6Q-1.25-8.3-1.35-7.2L-1.3-4.6Q-1.5-3-1.62-2.1L-.82-1.9L-.78 0L-.16 0L-.06-1.8L.1-1.8\
    L.2 0L.84 0L.86-1.9L1.62-2.1Q1.5-3 1.3-4.6L1.35-7.2Q1.25-8.3.3-8.6Z\"/>";

/// Head and shoulders, lit from one side.
pub(super) fn portrait(svg: &mut String, area: Area, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    let x = area.width * 0.5 + area.width * 0.10 * dice.between(-1.0, 1.0);
    let (head, lit) = (unit * dice.between(13.5, 16.0), dice.sign());
    let y = area.height * 0.44;
    let hair = dice.choice(4);
    let turn = dice.between(-0.12, 0.12);
    for (shift, fill) in [(lit * unit * 1.5, &palette.light), (0.0, &palette.dark)] {
        push(
            svg,
            format_args!(
                "<g fill=\"{fill}\" transform=\"translate({:.1} {y:.1}) scale({head:.2})\">",
                x + shift
            ),
        );
        body(svg, hair, turn);
        svg.push_str("</g>");
    }
}

/// Drawn around the middle of the head, whose half width is one.
fn body(svg: &mut String, hair: u64, turn: f32) {
    push(svg, format_args!("<ellipse cx=\"{turn:.2}\" cy=\"0\" rx=\".92\" ry=\"1.18\"/>"));
    svg.push_str("<path d=\"M-.42 .8L-.46 1.75Q-.6 2.05-1.3 2.25Q-2.7 2.6-2.95 4.2L-3.2 9L3.2 9L2.95 4.2Q2.7 2.6 1.3 2.25Q.6 2.05 .46 1.75L.42 .8Z\"/>");
    match hair {
        0 => svg.push_str("<circle cx=\"0\" cy=\"-1.42\" r=\".46\"/><path d=\"M-.98 .1Q-1.1-1.3 0-1.3Q1.1-1.3 .98 .1Z\"/>"),
        1 => svg.push_str("<path d=\"M-1.05 1.9Q-1.35-.2-.9-.85Q0-1.75 .9-.85Q1.35-.2 1.05 1.9Q.6 2.1 .5 1.2L-.5 1.2Q-.6 2.1-1.05 1.9Z\"/>"),
        2 => svg.push_str("<path d=\"M-1.7-.62Q0-1.05 1.7-.62Q1.75-.45 1.6-.42Q0-.75-1.6-.42Q-1.75-.45-1.7-.62Z\"/><path d=\"M-.95-.6Q-.9-1.75 0-1.7Q.9-1.75 .95-.6Z\"/>"),
        _ => svg.push_str("<path d=\"M-.97-.1Q-1.15-1.45 .1-1.36Q1.2-1.3 .97 0Q.9-.6 .3-.75Q-.6-.7-.97-.1Z\"/>"),
    }
}

/// A standing person in a coat, with a shadow, `tall` high, feet at the point.
pub(super) fn standing(svg: &mut String, (x, y): (f32, f32), tall: f32, lean: f32, fill: &str) {
    push(
        svg,
        format_args!(
            "<g fill=\"{fill}\" transform=\"translate({x:.1} {y:.1}) scale({:.3})\">\
             <path fill-opacity=\".3\" d=\"M-.9 0L{:.1} 3.2L{:.1} 3.3L1 0Z\"/>{COAT}</g>",
            tall / 10.0,
            lean * 4.0 - 0.6,
            lean * 4.0 + 1.4
        ),
    );
}

/// Two people at different distances; with time they come closer to each other.
pub(super) fn two(svg: &mut String, area: Area, ground: f32, time: f32, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    let gap = area.width * (dice.between(0.20, 0.26) - 0.08 * time);
    let middle = area.width * dice.between(0.42, 0.58);
    let lean = dice.between(-1.0, 1.0);
    let far = unit * dice.between(24.0, 30.0);
    standing(svg, (middle + gap * 0.5, area.height * ground - unit * 3.0), far, lean, &palette.dark);
    let near = far * dice.between(1.15, 1.5);
    standing(svg, (middle - gap * 0.5, area.height * ground + unit * 3.0), near, lean, &palette.dark);
}
