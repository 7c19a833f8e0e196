//! Tests of the check of clips.

use std::fs;

use rushes_core::FaultClass;

use super::*;
use crate::sample_clips::{Drawn, SECOND, ffmpeg};

const EXPECTED: ClipExpectation =
    ClipExpectation { width: 64, height: 48, fps: 24, duration: Duration::from_secs(1) };

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new() -> Case {
        Case { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("clip.mp4")
    }

    fn drawn(drawn: Drawn) -> Case {
        let case = Case::new();
        drawn.write(&case.path());
        case
    }

    /// A clip by ffmpeg, one second of its test picture coded as the arguments say.
    fn foreign(arguments: &[&str]) -> Case {
        let case = Case::new();
        let source = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=24:duration=1"];
        let eight_bits = if arguments.contains(&"-pix_fmt") { &[][..] } else { &["-pix_fmt", "yuv420p"] };
        ffmpeg(&[&source, arguments, eight_bits, &[case.path().to_str().unwrap()]].concat());
        case
    }

    fn check(&self) -> Result<ClipFacts, Fault> {
        check_clip(&self.path(), &EXPECTED)
    }

    /// The clip is refused as this attempt's fault; the text names the file and what is wrong.
    fn refused(&self, because: &str) {
        let fault = self.check().expect_err(because);
        assert_eq!(fault.class, FaultClass::Task, "{fault}");
        assert!(fault.message.contains(because) && fault.message.contains("clip.mp4`"), "{because}: {fault}");
    }

    fn change(&self, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(self.path()).unwrap();
        change(&mut bytes);
        fs::write(self.path(), bytes).unwrap();
    }
}

/// Where a box begins whose kind is these letters.
fn find(bytes: &[u8], kind: &[u8; 4]) -> usize {
    bytes.windows(4).position(|window| window == kind).unwrap() - 4
}

#[test]
fn a_good_clip_passes_and_its_facts_are_told() {
    let case = Case::drawn(SECOND);
    let facts = case.check().unwrap();
    assert_eq!((facts.width, facts.height, facts.frames, facts.duration_ms), (64, 48, 24, 1000));
    assert_eq!((facts.fps, facts.codec.as_str()), (24.0, "h264"));
    assert_eq!(facts.bytes, fs::metadata(case.path()).unwrap().len());
    assert_eq!(facts.sha256, durable::hash(&case.path()).unwrap().sha256);
}

#[test]
fn clips_of_other_writers_pass() {
    for (arguments, codec) in [
        (&["-c:v", "libx264", "-profile:v", "baseline"][..], "h264"),
        (&["-c:v", "libx264", "-profile:v", "main", "-bf", "2"], "h264"),
        (&["-c:v", "libx264", "-profile:v", "high", "-bf", "3", "-movflags", "+faststart"], "h264"),
        (&["-c:v", "libx264", "-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-g", "8"], "h264"),
        (&["-c:v", "libx264", "-movflags", "+frag_every_frame"], "h264"),
        (&["-c:v", "libx264", "-pix_fmt", "yuv422p10le"], "h264"),
        (&["-c:v", "libx264", "-tag:v", "avc3"], "h264"),
        (&["-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1"], "hevc"),
        (&["-c:v", "libaom-av1", "-cpu-used", "8"], "av1"),
        (&["-c:v", "mpeg4"], "mp4v"),
    ] {
        let facts = Case::foreign(arguments).check().unwrap_or_else(|fault| panic!("{arguments:?}: {fault}"));
        assert_eq!(
            (facts.codec.as_str(), facts.frames, facts.duration_ms),
            (codec, 24, 1000),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_clip_with_sound_passes() {
    let sound = ["-f", "lavfi", "-i", "sine=duration=1", "-c:v", "libx264", "-c:a", "aac"];
    assert_eq!(Case::foreign(&sound).check().unwrap().frames, 24);
}

#[test]
fn a_clip_of_another_size_rate_or_length_is_refused() {
    Case::drawn(Drawn { width: 48, height: 64, ..SECOND }).refused("expected 64x48 pixels, got 48x64");
    Case::drawn(Drawn { fps: 25, frames: 25, ..SECOND }).refused("expected 24 frames a second, got 25");
    Case::drawn(Drawn { frames: 22, ..SECOND }).refused("expected it to run 1.000 s, got 0.917 s");
    Case::drawn(Drawn { frames: 26, ..SECOND }).refused("expected it to run 1.000 s, got 1.083 s");
}

#[test]
fn a_clip_may_be_one_frame_longer_or_shorter() {
    for frames in [23, 25] {
        assert_eq!(Case::drawn(Drawn { frames, ..SECOND }).check().unwrap().frames, u64::from(frames));
    }
}

#[test]
fn no_clip_at_all_is_refused() {
    let case = Case::new();
    case.refused("could not read");
    fs::write(case.path(), "").unwrap();
    case.refused("zero bytes");
    fs::write(case.path(), "<html>403 the address has expired</html>").unwrap();
    case.refused("cut off");
    fs::write(case.path(), [0; 4096]).unwrap();
    case.refused("expected an MP4 to begin with `ftyp`");
}

#[test]
fn a_clip_that_was_not_finished_is_refused() {
    let case = Case::new();
    let mut writer = crate::ClipWriter::create(&case.path(), 64, 48, 24).unwrap();
    for (frame, key) in SECOND.encoded() {
        writer.push(&frame, key).unwrap();
    }
    drop(writer);
    case.refused("clip.mp4");
}

#[test]
fn a_clip_cut_off_anywhere_is_refused() {
    for movflags in ["+faststart", "-faststart"] {
        let case = Case::foreign(&["-c:v", "libx264", "-movflags", movflags]);
        let whole = fs::read(case.path()).unwrap();
        for part in 1..40 {
            fs::write(case.path(), &whole[..whole.len() * part / 40]).unwrap();
            assert_eq!(case.check().expect_err("cut off").class, FaultClass::Task);
        }
    }
}

#[test]
fn a_clip_whose_data_is_damaged_is_refused() {
    let middle = |case: &Case| find(&fs::read(case.path()).unwrap(), b"mdat") + 16;
    let case = Case::drawn(SECOND);
    let at = middle(&case);
    case.change(|bytes| bytes[at..at + 60].fill(0));
    case.refused("frame 1 of 24 is damaged: it has a unit of 0 bytes");

    let case = Case::drawn(SECOND);
    case.change(|bytes| {
        let end = find(bytes, b"moov");
        bytes[at..end].fill(0);
    });
    case.refused("frame 1 of 24 is damaged: it is all zeros");

    let case = Case::drawn(SECOND);
    case.change(|bytes| bytes[at] ^= 0x01);
    case.refused("is damaged: it has a unit of");

    let case = Case::drawn(SECOND);
    case.change(|bytes| bytes[at + 5..at + 300].fill(0xA5));
    case.refused("its first picture cannot be decoded");
}

#[test]
fn tables_that_lie_are_refused() {
    let lies: [(&[u8; 4], usize, &[u8], &str); 6] = [
        (b"co64", 16, &[0, 0, 0, 1, 0, 0, 0, 0], "outside of the file"),
        (b"co64", 16, &[0xFF; 8], "beyond the end"),
        (b"stts", 16, &[0, 0, 0, 7], "do not agree"),
        (b"stsz", 20, &[0, 0, 0, 0], "empty"),
        (b"stss", 16, &[0, 0, 0, 99], "not among its 24 frames"),
        (b"stsz", 12, &[0x7F; 8], "do not fit into the file"),
    ];
    for (kind, offset, lie, because) in lies {
        let case = Case::drawn(SECOND);
        case.change(|bytes| {
            let at = find(bytes, kind) + offset;
            bytes[at..at + lie.len()].copy_from_slice(lie);
        });
        let fault = case.check().expect_err(because);
        assert_eq!(fault.class, FaultClass::Task);
    }
}

#[test]
fn no_damage_to_a_single_byte_of_the_tables_brings_the_check_down() {
    let case = Case::foreign(&["-c:v", "libx264", "-bf", "2"]);
    let whole = fs::read(case.path()).unwrap();
    for at in find(&whole, b"moov")..whole.len() {
        for value in [0x00, 0xFF, whole[at] ^ 0x80] {
            let mut damaged = whole.clone();
            damaged[at] = value;
            fs::write(case.path(), &damaged).unwrap();
            // Any answer will do; what is tested is that there is one.
            drop(Movie::open(&case.path()));
        }
    }
}
