//! Skies, hills, water, trees and houses.

use super::dice::Dice;
use super::palette::Palette;
use super::svg::{push, smooth};
use super::view::View;

/// The area that a picture fills.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Area {
    /// Opens a layer of a depth.
    pub(super) fn layer(&self, svg: &mut String, view: &View, depth: f32) {
        push(svg, format_args!("<g transform=\"{}\">", view.transform(self.width, self.height, depth)));
    }

    /// The shorter measure that sizes go by.
    pub(super) fn unit(&self) -> f32 {
        self.height.min(self.width * 0.7) / 100.0
    }
}

/// How many steps the sky has: about one for each step of an eight-bit colour.
const SKY: u32 = 64;

/// The sky, down to the horizon in bands, which are much cheaper to paint than a gradient and look the same.
pub(super) fn sky(svg: &mut String, area: Area, palette: &Palette) {
    let horizon = area.height * 0.62;
    svg.push_str("<g shape-rendering=\"crispEdges\">");
    for band in 0..SKY {
        let part = band as f32 / (SKY - 1) as f32;
        let high = if band + 1 == SKY { area.height - horizon } else { horizon / (SKY - 1) as f32 };
        push(
            svg,
            format_args!(
                "<rect y=\"{:.2}\" width=\"100%\" height=\"{high:.2}\" fill=\"{}\"/>",
                horizon * part,
                palette.sky(part)
            ),
        );
    }
    svg.push_str("</g>");
}

/// Sun or moon; with time it rises or sets.
pub(super) fn sun(svg: &mut String, area: Area, time: f32, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    let x = area.width * dice.between(0.40, 0.82);
    let y = area.height * dice.between(0.32, 0.48) + unit * 9.0 * (time - 0.5) * dice.sign();
    let radius = unit * dice.between(9.0, 15.0);
    for (grown, opacity) in [(3.1, 0.10), (1.9, 0.16), (1.0, 0.95)] {
        push(
            svg,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{}\" fill-opacity=\"{opacity}\"/>",
                radius * grown,
                palette.light
            ),
        );
    }
}

/// A ridge of hills, filled down to the bottom. `rough` is its height, `top` where its middle line is.
pub(super) fn ridge(svg: &mut String, area: Area, top: f32, rough: f32, fill: &str, dice: &mut Dice) {
    let waves: Vec<(f32, f32, f32)> = [1.3, 2.9, 6.1]
        .iter()
        .map(|&times| (times * dice.between(0.8, 1.25), dice.between(0.0, 6.3), rough / times.sqrt()))
        .collect();
    let (left, right, steps) = (-0.5 * area.width, 1.5 * area.width, 56);
    let points: Vec<(f32, f32)> = (0..=steps)
        .map(|step| {
            let part = step as f32 / steps as f32;
            let wave: f32 =
                waves.iter().map(|(times, phase, high)| (part * times * 12.6 + phase).sin() * high).sum();
            (left + (right - left) * part, area.height * top + wave)
        })
        .collect();
    let bottom = area.height * 1.6;
    push(
        svg,
        format_args!(
            "<path fill=\"{fill}\" d=\"{}L{right:.1} {bottom:.1}L{left:.1} {bottom:.1}Z\"/>",
            smooth(&points)
        ),
    );
}

/// A flat ground with lines of light, as of water or a road.
pub(super) fn water(svg: &mut String, area: Area, top: f32, fill: &str, palette: &Palette, dice: &mut Dice) {
    let y = area.height * top;
    push(
        svg,
        format_args!(
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
            -0.5 * area.width,
            2.0 * area.width,
            area.height
        ),
    );
    for line in 0..7 {
        let down = y + area.height * 0.022 * (1.0 + line as f32) * (1.0 + line as f32 * 0.22);
        let long = area.width * dice.between(0.06, 0.22);
        let x = area.width * dice.between(0.1, 0.8);
        push(
            svg,
            format_args!(
                "<rect x=\"{x:.1}\" y=\"{down:.1}\" width=\"{long:.1}\" height=\"{:.1}\" rx=\"1\" fill=\"{}\" fill-opacity=\".22\"/>",
                area.unit() * 0.7,
                palette.light
            ),
        );
    }
}

/// A row of firs on a line.
pub(super) fn trees(svg: &mut String, area: Area, ground: f32, fill: &str, dice: &mut Dice) {
    let unit = area.unit();
    let count = 5 + dice.choice(6);
    for _ in 0..count {
        let x = area.width * dice.between(-0.1, 1.1);
        let y = area.height * ground + unit * dice.between(0.0, 6.0);
        let tall = unit * dice.between(16.0, 34.0);
        let wide = tall * dice.between(0.20, 0.28);
        push(
            svg,
            format_args!(
                "<path fill=\"{fill}\" d=\"M{x:.1} {:.1}Q{:.1} {:.1} {:.1} {y:.1}L{:.1} {y:.1}Q{:.1} {:.1} {x:.1} {:.1}Z\"/>",
                y - tall,
                x + wide * 0.25,
                y - tall * 0.4,
                x + wide,
                x - wide,
                x - wide * 0.25,
                y - tall * 0.4,
                y - tall
            ),
        );
    }
}

/// A row of houses on a line, some windows lit.
pub(super) fn houses(
    svg: &mut String,
    area: Area,
    ground: f32,
    fill: &str,
    palette: &Palette,
    dice: &mut Dice,
) {
    let unit = area.unit();
    let mut x = area.width * dice.between(-0.15, 0.1);
    for _ in 0..4 + dice.choice(4) {
        let (wide, tall) = (unit * dice.between(14.0, 26.0), unit * dice.between(16.0, 46.0));
        let y = area.height * ground - tall;
        let roof = if dice.choice(2) == 0 { 0.0 } else { wide * 0.32 };
        push(
            svg,
            format_args!(
                "<path fill=\"{fill}\" d=\"M{x:.1} {:.1}V{y:.1}L{:.1} {:.1}L{:.1} {y:.1}V{:.1}Z\"/>",
                area.height * 1.6,
                x + wide / 2.0,
                y - roof,
                x + wide,
                area.height * 1.6
            ),
        );
        for slot in (0..6).filter(|_| dice.choice(5) < 2).collect::<Vec<_>>() {
            let (wx, wy) =
                (x + wide * (0.22 + 0.38 * (slot % 2) as f32), y + tall * (0.14 + 0.2 * (slot / 2) as f32));
            push(
                svg,
                format_args!(
                    "<rect x=\"{wx:.1}\" y=\"{wy:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" fill-opacity=\".75\"/>",
                    unit * 2.2,
                    unit * 3.0,
                    palette.light
                ),
            );
        }
        x += wide + unit * dice.between(2.0, 30.0);
    }
}

/// A few birds, high up.
pub(super) fn birds(svg: &mut String, area: Area, palette: &Palette, dice: &mut Dice) {
    let unit = area.unit();
    let (x, y) = (area.width * dice.between(0.2, 0.7), area.height * dice.between(0.28, 0.42));
    for _ in 0..dice.choice(6) {
        let (x, y) = (x + unit * dice.between(-22.0, 22.0), y + unit * dice.between(-7.0, 7.0));
        let wing = unit * dice.between(1.6, 2.8);
        push(
            svg,
            format_args!(
                "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2}\" d=\"M{:.1} {:.1}Q{:.1} {:.1} {x:.1} {y:.1}Q{:.1} {:.1} {:.1} {:.1}\"/>",
                palette.dark,
                unit * 0.45,
                x - wing,
                y - wing * 0.35,
                x - wing * 0.4,
                y - wing * 0.6,
                x + wing * 0.4,
                y - wing * 0.6,
                x + wing,
                y - wing * 0.35
            ),
        );
    }
}
