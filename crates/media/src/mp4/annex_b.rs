//! H.264 as encoders give it (Annex B: NAL units between start codes).

/// What a NAL unit is, as far as a clip cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nal {
    /// A sequence parameter set.
    Sps,
    /// A picture parameter set.
    Pps,
    /// A part of a picture.
    Slice,
    /// A part of a picture that needs no other picture.
    KeySlice,
    /// A mark between pictures, or filling: MP4 does without.
    Padding,
    /// Anything else (extra information).
    Other,
}

/// What kind of NAL unit this is.
pub(crate) fn kind(nal: &[u8]) -> Nal {
    match nal.first().map(|byte| byte & 0x1F) {
        Some(1..=4) => Nal::Slice,
        Some(5) => Nal::KeySlice,
        Some(7) => Nal::Sps,
        Some(8) => Nal::Pps,
        Some(9 | 12) => Nal::Padding,
        Some(_) | None => Nal::Other,
    }
}

/// The NAL units between the start codes, without them.
pub(crate) fn split(stream: &[u8]) -> Vec<&[u8]> {
    let starts = starts(stream);
    let ends = starts.iter().skip(1).map(|(code, _)| *code).chain([stream.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|((_, body), end)| trim(&stream[*body..end]))
        .filter(|nal| !nal.is_empty())
        .collect()
}

/// Where each start code begins, and where the unit after it does.
fn starts(stream: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at + 3 <= stream.len() {
        if stream[at..at + 3] == [0, 0, 1] {
            found.push((at, at + 3));
            at += 3;
        } else {
            at += 1;
        }
    }
    found
}

/// A unit ends in a set bit, so zeros at its end belong to the next start code.
fn trim(nal: &[u8]) -> &[u8] {
    let end = nal.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    &nal[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_falls_apart_at_both_forms_of_the_start_code() {
        let stream = [0, 0, 0, 1, 0x67, 1, 0, 0, 1, 0x68, 2, 0, 0, 0, 1, 0x65, 3, 0, 0, 3, 1];
        assert_eq!(split(&stream), [&[0x67, 1][..], &[0x68, 2], &[0x65, 3, 0, 0, 3, 1]]);
    }

    #[test]
    fn a_stream_without_a_start_code_holds_nothing() {
        assert!(split(&[1, 2, 3]).is_empty());
        assert!(split(&[]).is_empty());
    }

    #[test]
    fn the_kind_is_in_the_low_bits() {
        assert_eq!(kind(&[0x67]), Nal::Sps);
        assert_eq!(kind(&[0x68]), Nal::Pps);
        assert_eq!(kind(&[0x65]), Nal::KeySlice);
        assert_eq!(kind(&[0x41]), Nal::Slice);
        assert_eq!(kind(&[0x09]), Nal::Padding);
        assert_eq!(kind(&[0x06]), Nal::Other);
    }
}
