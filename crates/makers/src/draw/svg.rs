//! Writing SVG: numbers and foreign text.

use std::fmt::Write;

/// Text as the content of an SVG element or attribute: escaped, and without what XML cannot hold.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A path through points, rounded at each of them.
pub(crate) fn smooth(points: &[(f32, f32)]) -> String {
    let mut path = String::new();
    let Some(&(x, y)) = points.first() else { return path };
    push(&mut path, format_args!("M{x:.1} {y:.1}"));
    for pair in points.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        push(&mut path, format_args!("Q{ax:.1} {ay:.1} {:.1} {:.1}", (ax + bx) / 2.0, (ay + by) / 2.0));
    }
    if let Some((x, y)) = points.last() {
        push(&mut path, format_args!("L{x:.1} {y:.1}"));
    }
    path
}

/// Appends formatted text.
pub(crate) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes any text");
}
