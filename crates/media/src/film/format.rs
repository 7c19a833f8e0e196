//! Whether clips can be joined as they are.

use mp4_atom::Codec;

use super::Source;
use crate::mp4::{Edit, Movie, Video};

/// All that has to be the same in every clip of a film that is joined without coding it anew.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Format {
    /// How the pictures are coded, parameter sets included.
    pub(super) codec: Codec,
    /// Width and height in pixels.
    pub(super) size: (u32, u32),
    /// Units of time in a second.
    pub(super) timescale: u32,
    /// Units of time in a frame.
    pub(super) frame: u32,
}

impl Format {
    /// The one format of all clips, or why there is none.
    pub(super) fn shared(sources: &[Source<'_>]) -> Result<Format, String> {
        let mut shared: Option<Format> = None;
        for source in sources {
            let name = |reason: &str| format!("the clip of `{}` {reason}", source.part.label);
            let format = Format::of(&source.movie).map_err(name)?;
            match &shared {
                None => shared = Some(format),
                Some(first) => first.same(&format).map_err(|reason| name(&reason))?,
            }
        }
        shared.ok_or_else(|| "there is no clip".to_owned())
    }

    fn of(movie: &Movie) -> Result<Format, &'static str> {
        let video = &movie.video;
        if movie.sound {
            return Err("has sound");
        }
        if video.turned {
            return Err("is shown turned");
        }
        if !video.one_codec || !video.samples.first().is_some_and(|sample| sample.key) {
            return Err("is not coded in one piece");
        }
        let frame = video.samples[0].duration;
        if video.samples.iter().any(|sample| sample.duration != frame) {
            return Err("has frames of unequal length");
        }
        if !shows_every_frame(video, frame) {
            return Err("does not show all of its frames");
        }
        Ok(Format { codec: essence(&video.codec), size: video.size(), timescale: video.timescale, frame })
    }

    fn same(&self, other: &Format) -> Result<(), String> {
        if self.size != other.size {
            let ((wide, high), (width, height)) = (other.size, self.size);
            return Err(format!("has {wide}x{high} pixels, the first {width}x{height}"));
        }
        if (self.timescale, self.frame) != (other.timescale, other.frame) {
            let rate = |format: &Format| f64::from(format.timescale) / f64::from(format.frame);
            return Err(format!("has {:.3} frames a second, the first {:.3}", rate(other), rate(self)));
        }
        if self.codec != other.codec {
            return Err("is coded otherwise than the first".to_owned());
        }
        Ok(())
    }
}

/// An edit list may say no more than "begin with the first picture", give or take half a frame of rounding.
fn shows_every_frame(video: &Video, frame: u32) -> bool {
    match video.edit {
        Edit::Everything => true,
        Edit::Cut => false,
        Edit::Stretch { begin, micros } => {
            let shown = micros as f64 / 1e6 * f64::from(video.timescale);
            let whole = video.duration() as f64;
            u64::try_from(video.first_shown()) == Ok(begin)
                && (micros == 0 || (shown - whole).abs() <= f64::from(frame) / 2.0)
        }
    }
}

/// The codec without what players do not need, and what differs from clip to clip: the rate of bits, the encoder's
/// name.
fn essence(codec: &Codec) -> Codec {
    let mut codec = codec.clone();
    if let Codec::Avc1(avc) = &mut codec {
        avc.btrt = None;
        avc.visual.compressor = "".into();
    } else if let Codec::Hvc1(hevc) = &mut codec {
        hevc.btrt = None;
        hevc.visual.compressor = "".into();
    }
    codec
}
