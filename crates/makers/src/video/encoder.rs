//! The one way in which clips are encoded: of one size and frame rate all have the same parameter sets, so that they
//! can be put behind each other without encoding again.

use openh264::OpenH264API;
use openh264::encoder::{
    BitRate, Complexity, Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, Profile, QpRange,
    RateControlMode, SpsPpsStrategy, UsageType, VuiConfig,
};
use rushes_media::ClipWriter;

use super::clip_file::Format;
use super::planes::Planes;
use crate::Error;

/// Seconds between key frames, so that a player can seek.
const KEY_EVERY: u32 = 2;

/// A picture as two key frames. By turns they make a clip of any length in which nothing moves; key frames that follow
/// each other must not be the same one.
pub(crate) struct KeyFrames([Vec<u8>; 2]);

impl KeyFrames {
    /// Encodes a picture.
    pub(crate) fn encode(picture: &Planes, format: &Format) -> Result<KeyFrames, Error> {
        // So fine that a decoder has no edges to smooth: what measures the farm should not measure decoding.
        let fine = settings(format).rate_control_mode(RateControlMode::Quality).qp(QpRange::new(12, 14));
        let mut encoder = Encoder::with_api_config(OpenH264API::from_source(), fine)?;
        let mut key = || {
            encoder.force_intra_frame();
            Ok::<_, Error>(encoder.encode(picture)?.to_vec())
        };
        Ok(KeyFrames([key()?, key()?]))
    }

    /// The two.
    #[cfg(test)]
    pub(crate) fn frames(&self) -> &[Vec<u8>; 2] {
        &self.0
    }

    /// Writes a clip.
    pub(crate) fn write(&self, format: &Format, mut writer: ClipWriter) -> Result<(), Error> {
        for frame in self.0.iter().cycle().take(format.frames as usize) {
            writer.push(frame, true)?;
        }
        Ok(writer.finish()?)
    }
}

/// Encodes pictures into a clip.
pub(crate) struct ClipEncoder {
    encoder: Encoder,
    writer: ClipWriter,
    bytes: Vec<u8>,
}

impl ClipEncoder {
    /// Begins a clip.
    pub(crate) fn new(format: &Format, writer: ClipWriter) -> Result<ClipEncoder, Error> {
        let encoder = Encoder::with_api_config(OpenH264API::from_source(), settings(format))?;
        Ok(ClipEncoder { encoder, writer, bytes: Vec::new() })
    }

    /// Adds a picture.
    pub(crate) fn push(&mut self, picture: &Planes) -> Result<(), Error> {
        let encoded = self.encoder.encode(picture)?;
        self.bytes.clear();
        encoded.write_vec(&mut self.bytes);
        let key = matches!(encoded.frame_type(), FrameType::IDR);
        Ok(self.writer.push(&self.bytes, key)?)
    }

    /// Ends the clip.
    pub(crate) fn finish(self) -> Result<(), Error> {
        Ok(self.writer.finish()?)
    }
}

/// Constant quality, nothing that depends on the picture: an encoder that skips frames or adds key frames of its own
/// would break the frame count.
fn settings(format: &Format) -> EncoderConfig {
    EncoderConfig::new()
        .usage_type(UsageType::CameraVideoRealTime)
        .rate_control_mode(RateControlMode::Off)
        .bitrate(BitRate::from_bps(2_000_000))
        .max_frame_rate(FrameRate::from_hz(format.fps as f32))
        .profile(Profile::Baseline)
        .complexity(Complexity::Low)
        .sps_pps_strategy(SpsPpsStrategy::ConstantId)
        .intra_frame_period(IntraFramePeriod::from_num_frames(format.fps.saturating_mul(KEY_EVERY)))
        .skip_frames(false)
        .scene_change_detect(false)
        .adaptive_quantization(false)
        .background_detection(false)
        .num_threads(1)
        .vui(VuiConfig::bt709())
}
