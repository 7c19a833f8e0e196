//! Tests of the check of frames.

use std::path::PathBuf;

use image::{DynamicImage, ImageEncoder, Rgb, RgbImage, Rgba, RgbaImage};
use rushes_core::FaultClass;

use super::*;

const WIDTH: u32 = 96;
const HEIGHT: u32 = 64;

/// Something with edges and gradients, so that every format has real data to lose.
fn picture() -> RgbImage {
    RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let value = |n: u32| u8::try_from((x * 7 + y * 13 + x * y * n) % 256).unwrap();
        Rgb([value(1), value(2), value(3)])
    })
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn good(format: ImageFormat) -> Vec<u8> {
    encoded(&picture().into(), format)
}

fn checked(bytes: &[u8]) -> Result<FrameFacts, Fault> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frame");
    fs::write(&path, bytes).unwrap();
    check_frame(&path, WIDTH, HEIGHT)
}

/// The frame is refused as this attempt's fault; the text names the file and what is wrong.
fn refused(bytes: &[u8], because: &str) {
    let fault = checked(bytes).expect_err(because);
    assert_eq!(fault.class, FaultClass::Task, "{fault}");
    assert!(fault.message.contains(because) && fault.message.contains("frame`"), "{fault}");
}

#[test]
fn a_good_picture_passes_in_each_format() {
    for (format, expected) in [
        (ImageFormat::Png, FrameFormat::Png),
        (ImageFormat::Jpeg, FrameFormat::Jpeg),
        (ImageFormat::WebP, FrameFormat::WebP),
    ] {
        let bytes = good(format);
        let facts = checked(&bytes).unwrap();
        assert_eq!(facts.format, expected);
        assert_eq!(facts.bytes, bytes.len() as u64);
        assert_eq!(facts.sha256, durable::hash_bytes(&bytes).sha256);
    }
}

#[test]
fn a_grey_and_a_deep_picture_pass() {
    for picture in [
        DynamicImage::from(DynamicImage::from(picture()).into_luma8()),
        DynamicImage::from(DynamicImage::from(picture()).into_rgb16()),
    ] {
        checked(&encoded(&picture, ImageFormat::Png)).unwrap();
    }
    let grey = DynamicImage::from(DynamicImage::from(picture()).into_luma8());
    checked(&encoded(&grey, ImageFormat::Jpeg)).unwrap();
}

#[test]
fn a_jpeg_that_is_padded_with_zeros_passes() {
    let mut bytes = good(ImageFormat::Jpeg);
    bytes.extend([0; 7]);
    checked(&bytes).unwrap();
}

#[test]
fn zero_bytes_are_refused() {
    refused(&[], "zero bytes");
}

#[test]
fn garbage_is_refused() {
    refused(b"<html>502 Bad Gateway</html>", "expected a PNG, JPEG or WebP");
    refused(&[0x89], "expected a PNG, JPEG or WebP");
}

#[test]
fn a_picture_of_one_pixel_is_refused_for_its_size() {
    let pixel = RgbImage::from_pixel(1, 1, Rgb([9, 9, 9]));
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        refused(&encoded(&pixel.clone().into(), format), "expected 96x64 pixels, got 1x1");
    }
}

#[test]
fn a_picture_of_the_wrong_size_is_refused() {
    let turned = DynamicImage::from(picture()).rotate90();
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        refused(&encoded(&turned, format), "expected 96x64 pixels, got 64x96");
    }
}

#[test]
fn a_picture_cut_off_anywhere_is_refused() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let bytes = good(format);
        for end in
            [bytes.len() - 1, bytes.len() - 2, bytes.len() * 3 / 4, bytes.len() / 2, bytes.len() / 4, 20, 8]
        {
            let fault = checked(&bytes[..end]).expect_err(&format!("{format:?} cut at {end}"));
            assert_eq!(fault.class, FaultClass::Task);
        }
    }
}

#[test]
fn a_picture_whose_second_half_was_never_written_is_refused() {
    // What a disk shows after a power cut: the length is right, the rest is zeros. (WebP has neither
    // checksum nor end mark, so that nothing there can tell.)
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let mut bytes = good(format);
        let half = bytes.len() / 2;
        bytes[half..].fill(0);
        assert_eq!(checked(&bytes).expect_err("zeros").class, FaultClass::Task, "{format:?}");
    }
}

#[test]
fn a_png_with_a_flipped_bit_is_refused() {
    let mut bytes = good(ImageFormat::Png);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    assert!(checked(&bytes).is_err());
}

#[test]
fn a_picture_of_one_colour_is_refused() {
    for colour in [[0, 0, 0], [255, 255, 255], [12, 200, 90]] {
        let flat = DynamicImage::from(RgbImage::from_pixel(WIDTH, HEIGHT, Rgb(colour)));
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            refused(&encoded(&flat, format), "all one colour");
        }
    }
}

#[test]
fn a_transparent_picture_is_refused_as_one_colour() {
    let clear = RgbaImage::from_fn(WIDTH, HEIGHT, |x, _| Rgba([u8::try_from(x).unwrap(), 0, 0, 0]));
    refused(&encoded(&clear.into(), ImageFormat::Png), "all one colour");
}

#[test]
fn a_small_mark_on_a_flat_ground_is_a_picture() {
    let mut flat = RgbImage::from_pixel(WIDTH, HEIGHT, Rgb([10, 10, 10]));
    flat.put_pixel(95, 63, Rgb([200, 10, 10]));
    checked(&encoded(&flat.into(), ImageFormat::Png)).unwrap();
}

#[test]
fn a_huge_picture_is_refused_by_its_header() {
    // 65535 x 65535 pixels in a few kilobytes: decoding it would take 17 GB.
    let mut bytes = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    encoder.write_image(&[0; 3], 1, 1, image::ExtendedColorType::Rgb8).unwrap();
    bytes[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
    assert!(checked(&bytes).is_err());
}

#[test]
fn a_file_that_is_not_there_is_the_makers_fault() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("nothing"), folder.path().join("no/folder"), PathBuf::from(folder.path())]
    {
        let fault = check_frame(&path, WIDTH, HEIGHT).unwrap_err();
        assert_eq!(fault.class, FaultClass::Task, "{fault}");
        assert!(fault.message.contains(&*path.to_string_lossy()), "{fault}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_the_system_does_not_give_is_the_machines_fault() {
    // A link to itself cannot be opened by anybody, root included.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loop");
    std::os::unix::fs::symlink(&path, &path).unwrap();
    assert_eq!(check_frame(&path, WIDTH, HEIGHT).unwrap_err().class, FaultClass::Machine);
}
