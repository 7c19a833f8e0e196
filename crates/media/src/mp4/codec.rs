//! How the pictures of a track are coded.

use mp4_atom::{Avcc, Codec, Hvcc};
use openh264::OpenH264API;
use openh264::decoder::{Decoder, DecoderConfig};
use openh264::formats::YUVSource;

use super::reader::Video;

const START_CODE: [u8; 4] = [0, 0, 0, 1];
/// The profiles that the decoder at hand knows: Baseline, Main, High, all with eight bits.
const DECODABLE: [u8; 3] = [66, 77, 100];

impl Video {
    /// Width and height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        let coded = self.codec.visual().map(|visual| (visual.width.into(), visual.height.into()));
        coded.unwrap_or(self.shown_size)
    }

    /// The codec as most programs call it.
    pub(crate) fn codec_name(&self) -> String {
        if let Codec::Unknown(kind, _) = &self.codec {
            return kind.to_string();
        }
        let names = [
            (avcc(&self.codec).is_some(), "h264"),
            (hvcc(&self.codec).is_some(), "hevc"),
            (matches!(self.codec, Codec::Av01(_)), "av1"),
            (matches!(self.codec, Codec::Vp09(_)), "vp9"),
            (matches!(self.codec, Codec::Vp08(_)), "vp8"),
        ];
        names.into_iter().find(|(is, _)| *is).map_or("other", |(_, name)| name).to_owned()
    }

    /// How many bytes tell the length of each unit of a frame; `None` if frames are not made of units.
    pub(crate) fn length_size(&self) -> Option<usize> {
        let of_hevc = || hvcc(&self.codec).map(|hvcc| usize::from(hvcc.length_size_minus_one) + 1);
        avcc(&self.codec).map(|avcc| avcc.length_size.into()).or_else(of_hevc)
    }

    /// What is needed to decode a frame, if this is H.264 of a kind that can be decoded here.
    pub(crate) fn avc(&self) -> Option<Avc<'_>> {
        let avcc = avcc(&self.codec)?;
        let eight_bits = avcc
            .ext
            .as_ref()
            .is_none_or(|ext| (ext.chroma_format, ext.bit_depth_luma, ext.bit_depth_chroma) == (1, 8, 8));
        let decodable = DECODABLE.contains(&avcc.avc_profile_indication) && eight_bits;
        decodable.then(|| Avc { avcc, size: self.size() })
    }
}

fn avcc(codec: &Codec) -> Option<&Avcc> {
    if let Codec::Avc1(avc) = codec {
        Some(&avc.avcc)
    } else if let Codec::Avc3(avc) = codec {
        Some(&avc.avcc)
    } else {
        None
    }
}

fn hvcc(codec: &Codec) -> Option<&Hvcc> {
    if let Codec::Hvc1(hevc) = codec {
        Some(&hevc.hvcc)
    } else if let Codec::Hev1(hevc) = codec {
        Some(&hevc.hvcc)
    } else {
        None
    }
}

/// H.264 that can be decoded here.
pub(crate) struct Avc<'a> {
    avcc: &'a Avcc,
    size: (u32, u32),
}

impl Avc<'_> {
    /// Decodes a frame that needs no other, whose units are known to fill it.
    pub(crate) fn decode_first(&self, frame: &[u8]) -> Result<(), String> {
        let damaged = |error: openh264::Error| format!("its first picture cannot be decoded: {error}");
        let mut decoder =
            Decoder::with_api_config(OpenH264API::from_source(), DecoderConfig::new()).map_err(damaged)?;
        let stream = self.annex_b(frame);
        let picture = decoder.decode(&stream).map_err(damaged)?;
        let (width, height) =
            picture.ok_or("its first picture cannot be decoded: there is none")?.dimensions();
        let (wide, high) = (self.size.0 as usize, self.size.1 as usize);
        if (width, height) != (wide, high) {
            return Err(format!("expected its pictures to have {wide}x{high} pixels, got {width}x{height}"));
        }
        Ok(())
    }

    fn annex_b(&self, frame: &[u8]) -> Vec<u8> {
        let sets = self.avcc.sequence_parameter_sets.iter().chain(&self.avcc.picture_parameter_sets);
        let mut stream = Vec::with_capacity(frame.len() + 256);
        for set in sets {
            stream.extend_from_slice(&START_CODE);
            stream.extend_from_slice(set);
        }
        let mut rest = frame;
        while let Some((length, after)) = rest.split_at_checked(self.avcc.length_size.into()) {
            let length = length.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
            let (unit, after) = after.split_at(length.min(after.len()));
            stream.extend_from_slice(&START_CODE);
            stream.extend_from_slice(unit);
            rest = after;
        }
        stream
    }
}
