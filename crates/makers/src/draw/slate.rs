//! A slate: what stands in a film where a clip is missing.

use super::card::units;
use super::fonts::Weight;
use super::svg::push;
use super::words::{self, Anchor, Room};
use super::wrap::measure;

/// The SVG of a slate in a size.
pub(crate) fn slate(width: u32, height: u32, label: &str, text: &str) -> String {
    let unit = units(width, height);
    let (wide, high) = (width as f32 / unit, height as f32 / unit);
    let middle = high / 2.0;
    let mut svg = String::new();
    push(
        &mut svg,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide:.3} {high:.3}\" \
         preserveAspectRatio=\"none\"><rect width=\"100%\" height=\"100%\" fill=\"#16171b\"/>"
        ),
    );
    stripes(&mut svg, wide);
    let room = wide - 80.0;
    for size in [60.0, 44.0, 32.0, 22.0] {
        let (lines, whole) = measure(label, Weight::Bold).lines(room / size, 1);
        if let (true, Some(line)) = (whole || size < 30.0, lines.first()) {
            words::put(
                &mut svg,
                line,
                Weight::Bold,
                size,
                (wide / 2.0, middle + 8.0),
                (Anchor::Middle, "#f4f2ee"),
            );
            break;
        }
    }
    let room = Room { x: wide / 2.0, top: middle + 26.0, width: room, height: (high / 2.0 - 50.0).max(20.0) };
    words::paragraph(&mut svg, text, room, &[18.0, 15.0, 12.5], (Anchor::Middle, "#a5a6ac"));
    svg.push_str("</svg>");
    svg
}

/// The stripes of a clapperboard along the top.
fn stripes(svg: &mut String, wide: f32) {
    let (high, step) = (30.0, 56.0);
    push(svg, format_args!("<rect width=\"100%\" height=\"{high}\" fill=\"#f4f2ee\"/>"));
    let mut x = -step;
    while x < wide {
        push(
            svg,
            format_args!(
                "<path fill=\"#24262c\" d=\"M{x:.1} 0H{:.1}L{:.1} {high}H{:.1}Z\"/>",
                x + step / 2.0,
                x + step / 2.0 + high * 0.8,
                x + high * 0.8
            ),
        );
        x += step;
    }
}

#[cfg(test)]
#[path = "slate_tests.rs"]
mod tests;
