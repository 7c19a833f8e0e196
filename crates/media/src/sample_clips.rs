//! Clips for tests, and the programs that look at them from outside.

use std::path::Path;
use std::process::Command;

use openh264::OpenH264API;
use openh264::encoder::{Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, RateControlMode};
use openh264::formats::YUVBuffer;

use crate::ClipWriter;

/// A clip to be drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drawn {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) fps: u32,
    pub(crate) frames: u32,
}

/// One second of a small picture.
pub(crate) const SECOND: Drawn = Drawn { width: 64, height: 48, fps: 24, frames: 24 };

impl Drawn {
    /// Encodes and writes it.
    pub(crate) fn write(self, path: &Path) {
        let mut writer = ClipWriter::create(path, self.width, self.height, self.fps).unwrap();
        for (frame, key) in self.encoded() {
            writer.push(&frame, key).unwrap();
        }
        writer.finish().unwrap();
    }

    /// Its frames in Annex B, and whether each is a key frame.
    pub(crate) fn encoded(self) -> Vec<(Vec<u8>, bool)> {
        let config = EncoderConfig::new()
            .max_frame_rate(FrameRate::from_hz(self.fps as f32))
            // Steered by quality alone, the encoder never skips a frame.
            .rate_control_mode(RateControlMode::Off)
            .intra_frame_period(IntraFramePeriod::from_num_frames(10));
        let mut encoder = Encoder::with_api_config(OpenH264API::from_source(), config).unwrap();
        (0..self.frames)
            .map(|number| {
                let encoded = encoder.encode(&self.picture(number)).unwrap();
                (encoded.to_vec(), encoded.frame_type() == FrameType::IDR)
            })
            .collect()
    }

    fn picture(self, number: u32) -> YUVBuffer {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut yuv = vec![128; width * height * 3 / 2];
        for (at, value) in yuv.iter_mut().take(width * height).enumerate() {
            let (x, y) = (at % width, at / width);
            *value = u8::try_from((x * 4 + y * 3 + number as usize * 5) % 256).unwrap();
        }
        YUVBuffer::from_vec(yuv, width, height)
    }
}

/// Runs ffmpeg quietly; its own words if it fails.
pub(crate) fn ffmpeg(arguments: &[&str]) {
    run("ffmpeg", &[&["-nostdin", "-v", "error", "-y"], arguments].concat());
}

/// Asks ffprobe, and takes no complaint about the file.
pub(crate) fn ffprobe(path: &Path, arguments: &[&str]) -> serde_json::Value {
    let path = path.to_str().unwrap();
    let output = run("ffprobe", &[&["-v", "error", "-of", "json"], arguments, &[path]].concat());
    serde_json::from_str(&output).unwrap()
}

/// Decodes every frame with ffmpeg, which has to find nothing to complain about.
pub(crate) fn decodes_cleanly(path: &Path) {
    ffmpeg(&[
        "-xerror",
        "-err_detect",
        "explode",
        "-i",
        path.to_str().unwrap(),
        "-map",
        "0:v",
        "-f",
        "null",
        "-",
    ]);
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| {
        panic!("this test needs `{program}` ({error}): install it, on Debian by `apt-get install ffmpeg`")
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{program} {arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}
