//! Drawing: an SVG made by us, with the fonts that a machine has, painted to a PNG.

mod card;
mod dice;
mod face;
mod figure;
mod fonts;
mod land;
mod paint;
mod palette;
mod picture;
mod slate;
mod svg;
mod view;
mod words;
mod wrap;

pub(crate) use card::{Card, card};
pub(crate) use dice::Dice;
pub use fonts::{FontFacts, fonts, has_cjk_font};
pub(crate) use paint::{Rgb, paint, write_png};
pub(crate) use slate::slate;
