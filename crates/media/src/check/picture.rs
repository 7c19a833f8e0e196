//! Strict decoding. The usual decoders are made to show something of a damaged picture; a farm must not.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::FrameFormat;

/// Two values of a channel that differ by no more than this look alike; JPEG does not keep a flat colour exactly.
const ALIKE: u8 = 3;
/// How many bytes a decoder may ask for beyond the picture itself.
const SPARE: u64 = 64 * 1024 * 1024;

/// A decoded picture: three colours for each pixel, what is transparent being black.
pub(super) struct Pixels(Vec<u8>);

impl Pixels {
    /// Whether every pixel looks like every other.
    pub(super) fn one_colour(&self) -> bool {
        let mut least = [u8::MAX; 3];
        let mut most = [u8::MIN; 3];
        for pixel in self.0.chunks_exact(3) {
            for (channel, value) in pixel.iter().enumerate() {
                least[channel] = least[channel].min(*value);
                most[channel] = most[channel].max(*value);
            }
            if least.iter().zip(&most).any(|(least, most)| most.saturating_sub(*least) > ALIKE) {
                return false;
            }
        }
        true
    }
}

/// Decodes a picture that has to have this size, down to its end mark.
pub(super) fn decode(bytes: &[u8], format: FrameFormat, width: u32, height: u32) -> Result<Pixels, String> {
    match format {
        FrameFormat::Png => {
            png_is_whole(bytes)?;
            with_image(bytes, ImageFormat::Png, width, height)
        }
        FrameFormat::WebP => {
            webp_is_whole(bytes)?;
            with_image(bytes, ImageFormat::WebP, width, height)
        }
        FrameFormat::Jpeg => jpeg(bytes, width, height),
    }
}

fn with_image(bytes: &[u8], format: ImageFormat, width: u32, height: u32) -> Result<Pixels, String> {
    let reader = || ImageReader::with_format(Cursor::new(bytes), format);
    // The size first, from the header: a picture of another size is not worth its memory.
    let size = reader().into_dimensions().map_err(|error| error.to_string())?;
    right_size(size, (width, height))?;
    let mut reader = reader();
    let mut limits = Limits::default();
    limits.max_image_width = Some(width);
    limits.max_image_height = Some(height);
    limits.max_alloc = Some(u64::from(width) * u64::from(height) * 16 + SPARE);
    reader.limits(limits);
    let picture = reader.decode().map_err(|error| error.to_string())?;
    if !picture.color().has_alpha() {
        return Ok(Pixels(picture.into_rgb8().into_raw()));
    }
    let picture = picture.into_rgba8();
    let shown = |pixel: &[u8]| {
        let alpha = u16::from(pixel[3]);
        [0, 1, 2].map(|channel| u8::try_from(u16::from(pixel[channel]) * alpha / 255).unwrap_or(u8::MAX))
    };
    Ok(Pixels(picture.as_raw().chunks_exact(4).flat_map(shown).collect()))
}

fn jpeg(bytes: &[u8], width: u32, height: u32) -> Result<Pixels, String> {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    if !bytes[..end].ends_with(&[0xFF, 0xD9]) {
        return Err("the JPEG is cut off: its end mark is missing".to_owned());
    }
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(jpeg_words)?;
    let (wide, high) = decoder.dimensions().ok_or("the JPEG does not say its size")?;
    let size = (u32::try_from(wide).unwrap_or(u32::MAX), u32::try_from(high).unwrap_or(u32::MAX));
    right_size(size, (width, height))?;
    decoder.decode().map(Pixels).map_err(jpeg_words)
}

/// The decoder quotes some of its words.
fn jpeg_words(error: DecodeErrors) -> String {
    error.to_string().trim_matches('"').to_owned()
}

fn right_size((width, height): (u32, u32), expected: (u32, u32)) -> Result<(), String> {
    if (width, height) == expected {
        return Ok(());
    }
    Err(format!("expected {}x{} pixels, got {width}x{height}", expected.0, expected.1))
}

/// A PNG ends in its IEND chunk; the decoder stops before it.
fn png_is_whole(bytes: &[u8]) -> Result<(), String> {
    const SIGNATURE: usize = 8;
    let mut at = SIGNATURE;
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
        let end = usize::try_from(length).ok().and_then(|length| at.checked_add(length)?.checked_add(12));
        match end {
            Some(end) if end <= bytes.len() && &head[4..] == b"IEND" => return Ok(()),
            Some(end) if end <= bytes.len() => at = end,
            Some(_) | None => break,
        }
    }
    Err("the PNG is cut off: its end mark is missing".to_owned())
}

/// A WebP says in its head how long it is; the decoder does without the last bytes.
fn webp_is_whole(bytes: &[u8]) -> Result<(), String> {
    let said = bytes.get(4..8).map(|it| u64::from(u32::from_le_bytes([it[0], it[1], it[2], it[3]])) + 8);
    match said {
        Some(said) if said <= bytes.len() as u64 => Ok(()),
        Some(said) => Err(format!("the WebP is cut off: expected {said} bytes, got {}", bytes.len())),
        None => Err("the WebP is cut off".to_owned()),
    }
}
