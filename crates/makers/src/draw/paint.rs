//! From SVG to pixels to PNG.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree};

use super::fonts::{Fonts, Weight};
use crate::Error;

/// The longest side that is drawn; beyond it a picture is a mistake.
const LONGEST: u32 = 16_384;

/// RGB pixels, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rgb {
    /// Width in pixels.
    pub(crate) width: u32,
    /// Height in pixels.
    pub(crate) height: u32,
    /// Three bytes a pixel.
    pub(crate) pixels: Vec<u8>,
}

/// Paints an SVG of a size; what it leaves open is black.
pub(crate) fn paint(svg: &str, width: u32, height: u32) -> Result<Rgb, Error> {
    if width.max(height) > LONGEST || width.min(height) == 0 {
        return Err(Error::Size { width, height, expected: "1 to 16384 pixels a side" });
    }
    let fonts = Fonts::get();
    let options = Options { fontdb: fonts.database(), font_resolver: resolver(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|source| Error::Svg(source.to_string()))?;
    let mut pixmap = Pixmap::new(width, height).ok_or(Error::Size {
        width,
        height,
        expected: "a size that fits memory",
    })?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let mut pixels = vec![0; pixmap.data().len() / 4 * 3];
    for (rgb, rgba) in pixels.chunks_exact_mut(3).zip(pixmap.data().chunks_exact(4)) {
        rgb.copy_from_slice(&rgba[..3]);
    }
    Ok(Rgb { width, height, pixels })
}

fn resolver(fonts: &'static Fonts) -> FontResolver<'static> {
    FontResolver {
        select_font: Box::new(|font, _| {
            fonts.main_face(if font.weight() > 500 { Weight::Bold } else { Weight::Regular })
        }),
        select_fallback: Box::new(|character, used, _| {
            let bold = used.first().copied() == fonts.main_face(Weight::Bold);
            let glyph = fonts.glyph(character, if bold { Weight::Bold } else { Weight::Regular })?;
            (!used.contains(&glyph.face)).then_some(glyph.face)
        }),
    }
}

/// Writes pixels as a PNG: quickly rather than small.
pub(crate) fn write_png(rgb: &Rgb, out: &Path) -> Result<(), Error> {
    let failed = |source| Error::file("write the picture", out)(source);
    let mut file = BufWriter::new(File::create(out).map_err(failed)?);
    PngEncoder::new_with_quality(&mut file, CompressionType::Fast, FilterType::Up)
        .write_image(&rgb.pixels, rgb.width, rgb.height, ExtendedColorType::Rgb8)
        .map_err(|error| failed(std::io::Error::other(error)))?;
    file.flush().map_err(failed)
}
