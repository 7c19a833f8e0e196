use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rushes_media::{ClipExpectation, check_clip};

use super::*;
use crate::Error;
use crate::draw::{Card, card, paint, write_png};

fn frames(folder: &Path, code: &str, width: u32, height: u32) -> [PathBuf; 2] {
    [rushes_core::FrameSide::First, rushes_core::FrameSide::Last].map(|side| {
        let it = Card {
            scenecode: code,
            tasktype: "scene",
            side,
            chapter: 1,
            title: "",
            prompt: "words",
            seed: 1,
        };
        let path = folder.join(format!("{code}_{}.png", side.as_str()));
        write_png(&paint(&card(&it, width, height), width, height).unwrap(), &path).unwrap();
        path
    })
}

fn render(folder: &Path, code: &str, (width, height, fps): (u32, u32, u32), duration: Duration) -> PathBuf {
    let [first, last] = frames(folder, code, width, height);
    let format = Format::new(width, height, fps, duration).unwrap();
    let out = folder.join(format!("{code}.mp4"));
    render_move([&first, &last], &format, Movement::of(code), &out, &AtomicBool::new(false)).unwrap();
    out
}

/// The `avcC` box: what a decoder is set up with.
fn decoder_settings(clip: &Path) -> Vec<u8> {
    let bytes = std::fs::read(clip).unwrap();
    let at = bytes.windows(4).position(|it| it == b"avcC").unwrap();
    let length = u32::from_be_bytes(bytes[at - 4..at].try_into().unwrap()) as usize;
    bytes[at..at - 4 + length].to_vec()
}

#[test]
fn a_clip_has_exactly_the_frames_of_its_duration() {
    let folder = tempfile::tempdir().unwrap();
    for (fps, ms, frames) in
        [(6, 3000, 18), (24, 1020, 24), (24, 1021, 25), (6, 1, 1), (25, 2500, 63), (1, 400, 1)]
    {
        let duration = Duration::from_millis(ms);
        let clip = render(folder.path(), "SCN1", (64, 48, fps), duration);
        let near = Duration::from_secs_f64(frames as f64 / f64::from(fps));
        let facts =
            check_clip(&clip, &ClipExpectation { width: 64, height: 48, fps, duration: near }).unwrap();
        assert_eq!(facts.frames, frames, "{fps} {ms}");
    }
}

#[test]
fn clips_of_one_format_have_the_same_decoder_settings() {
    let folder = tempfile::tempdir().unwrap();
    let size = (160, 90, 6);
    let one = render(folder.path(), "SCN1", size, Duration::from_secs(3));
    let other = render(folder.path(), "SCN2", size, Duration::from_millis(700));
    let still = folder.path().join("still.mp4");
    let [frame, _] = frames(folder.path(), "SCN3", 160, 90);
    crate::still_clip(&frame, 160, 90, 6, Duration::from_secs(1), &still).unwrap();
    assert_ne!(std::fs::read(&one).unwrap(), std::fs::read(&other).unwrap());
    assert_eq!(decoder_settings(&one), decoder_settings(&other));
    assert_eq!(decoder_settings(&one), decoder_settings(&still));
}

#[test]
fn a_move_begins_on_the_first_frame_and_ends_on_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let [first, last] =
        frames(folder.path(), "SCN1", 64, 48).map(|it| planes::Planes::read(&it, 64, 48).unwrap());
    let mut out = planes::Planes::new(64, 48);
    let mut spare = out.clone();
    let mut at = |time| {
        Movement::of("SCN1").draw([&first, &last], time, &mut spare, &mut out);
        out.clone()
    };
    assert_eq!(at(0.0), first);
    assert_eq!(at(1.0), last);
    let between = at(0.5);
    assert!(between != first && between != last);
}

#[test]
fn what_h264_cannot_hold_is_refused_in_words() {
    let second = Duration::from_secs(1);
    for (width, height) in [(641, 360), (640, 361), (8, 8), (4000, 2000), (3000, 2400), (0, 0)] {
        let error = Format::new(width, height, 24, second).unwrap_err();
        assert!(error.to_string().contains("even numbers from 16x16 to 3840x2160"), "{error}");
    }
    assert!(matches!(Format::new(64, 48, 0, second), Err(Error::Length { .. })));
    assert!(matches!(Format::new(64, 48, 24, Duration::MAX), Err(Error::Length { .. })));
    assert_eq!(Format::new(64, 48, 24, Duration::ZERO).unwrap().frames, 1);
}

#[test]
fn a_frame_of_another_size_or_no_picture_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let [frame, _] = frames(folder.path(), "SCN1", 64, 48);
    let out = folder.path().join("out.mp4");
    let error = crate::still_clip(&frame, 64, 64, 6, Duration::from_secs(1), &out).unwrap_err();
    assert!(error.to_string().ends_with("to be 64x64, got 64x48"), "{error}");
    std::fs::write(&frame, b"no picture").unwrap();
    assert!(matches!(
        crate::still_clip(&frame, 64, 48, 6, Duration::from_secs(1), &out),
        Err(Error::Picture { .. })
    ));
    let none = folder.path().join("none.png");
    assert!(matches!(
        crate::still_clip(&none, 64, 48, 6, Duration::from_secs(1), &out),
        Err(Error::File { .. })
    ));
}
