//! Pictures as the encoder wants them: one plane of brightness, two of colour at half the size (I420, BT.709).

use std::path::Path;

use image::{ImageReader, RgbImage};
use openh264::formats::YUVSource;

use crate::Error;

/// One plane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plane {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) samples: Vec<u8>,
}

impl Plane {
    fn new(width: usize, height: usize) -> Plane {
        Plane { width, height, samples: vec![0; width * height] }
    }
}

/// A picture in three planes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Planes(pub(crate) [Plane; 3]);

impl Planes {
    /// Black planes; both sides are even numbers.
    pub(crate) fn new(width: u32, height: u32) -> Planes {
        let (width, height) = (width as usize, height as usize);
        let colour = Plane::new(width / 2, height / 2);
        Planes([Plane::new(width, height), colour.clone(), colour])
    }

    /// Reads a PNG, JPEG or WebP of this size.
    pub(crate) fn read(path: &Path, width: u32, height: u32) -> Result<Planes, Error> {
        let picture = |source| Error::Picture { path: path.to_path_buf(), source };
        let reader = ImageReader::open(path).and_then(ImageReader::with_guessed_format);
        let rgb = reader.map_err(Error::file("read the frame", path))?.decode().map_err(picture)?.into_rgb8();
        if rgb.dimensions() != (width, height) {
            let got = rgb.dimensions();
            return Err(Error::FrameSize { path: path.to_path_buf(), expected: (width, height), got });
        }
        Ok(Planes::from_rgb(&rgb))
    }

    /// Converts whole numbers only; grey stays grey. The colour of four pixels is their mean.
    fn from_rgb(rgb: &RgbImage) -> Planes {
        let mut planes = Planes::new(rgb.width(), rgb.height());
        let [brightness, blue, red] = &mut planes.0;
        let width = brightness.width;
        for (pixel, y) in rgb.as_raw().chunks_exact(3).zip(&mut brightness.samples) {
            let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(i32::from);
            *y = (16 + ((47 * r + 157 * g + 16 * b + 128) >> 8)) as u8;
        }
        let rows = rgb.as_raw().chunks_exact(width * 6);
        let colours = blue.samples.chunks_exact_mut(width / 2).zip(red.samples.chunks_exact_mut(width / 2));
        for (pair, (blue, red)) in rows.zip(colours) {
            let (upper, lower) = pair.split_at(width * 3);
            for (((a, b), u), v) in upper.chunks_exact(6).zip(lower.chunks_exact(6)).zip(blue).zip(red) {
                let [r, g, b] = [0, 1, 2]
                    .map(|at| [a[at], a[at + 3], b[at], b[at + 3]].map(i32::from).iter().sum::<i32>());
                *u = (128 + ((-26 * r - 87 * g + 113 * b + 512) >> 10)) as u8;
                *v = (128 + ((112 * r - 102 * g - 10 * b + 512) >> 10)) as u8;
            }
        }
        planes
    }
}

impl YUVSource for Planes {
    fn dimensions(&self) -> (usize, usize) {
        (self.0[0].width, self.0[0].height)
    }

    fn strides(&self) -> (usize, usize, usize) {
        (self.0[0].width, self.0[1].width, self.0[2].width)
    }

    fn y(&self) -> &[u8] {
        &self.0[0].samples
    }

    fn u(&self) -> &[u8] {
        &self.0[1].samples
    }

    fn v(&self) -> &[u8] {
        &self.0[2].samples
    }
}
