//! Tests of writing clips.

use super::*;
use crate::mp4::Movie;
use crate::sample_clips::{Drawn, SECOND, decodes_cleanly, ffprobe};

fn clip(drawn: Drawn) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clip.mp4");
    drawn.write(&path);
    (folder, path)
}

fn refused(push: impl FnOnce(&mut ClipWriter) -> Result<(), Error>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = ClipWriter::create(&folder.path().join("clip.mp4"), 64, 48, 24).unwrap();
    let error = push(&mut writer).unwrap_err();
    assert_eq!(error.fault(), rushes_core::FaultClass::Task);
    error.to_string()
}

#[test]
fn other_programs_read_a_clip_as_it_was_meant() {
    for (fps, frames) in [(24, 48), (25, 1), (8, 33)] {
        let (_folder, path) = clip(Drawn { fps, frames, ..SECOND });
        let said = ffprobe(&path, &["-count_frames", "-show_streams", "-show_format"]);
        assert_eq!(said["streams"].as_array().unwrap().len(), 1);
        let stream = &said["streams"][0];
        assert_eq!(stream["codec_name"], "h264");
        assert_eq!((stream["width"].as_u64(), stream["height"].as_u64()), (Some(64), Some(48)));
        assert_eq!(stream["r_frame_rate"], format!("{fps}/1"));
        assert_eq!(stream["avg_frame_rate"], format!("{fps}/1"));
        assert_eq!(stream["nb_read_frames"], frames.to_string());
        let seconds: f64 = said["format"]["duration"].as_str().unwrap().parse().unwrap();
        assert!((seconds - f64::from(frames) / f64::from(fps)).abs() < 1e-5, "{seconds}");
        decodes_cleanly(&path);
    }
}

#[test]
fn what_is_written_reads_back_the_same() {
    let (_folder, path) = clip(SECOND);
    let movie = Movie::open(&path).unwrap();
    let encoded = SECOND.encoded();
    let keys: Vec<bool> = movie.video.samples.iter().map(|sample| sample.key).collect();
    assert_eq!(keys, encoded.iter().map(|(_, key)| *key).collect::<Vec<_>>());
    assert!(keys[0] && keys.iter().any(|key| !key), "the encoder was told to make both kinds: {keys:?}");
    assert!(!movie.sound);
    assert_eq!(movie.video.duration(), 24 * u64::from(FRAME_TIME));
}

#[test]
fn a_key_frame_can_be_sought() {
    let (_folder, path) = clip(Drawn { frames: 40, ..SECOND });
    let said = ffprobe(&path, &["-select_streams", "v", "-show_entries", "packet=flags"]);
    let flags = said["packets"].as_array().unwrap().iter();
    let keys: Vec<usize> = flags
        .enumerate()
        .filter(|(_, it)| it["flags"].as_str().unwrap().starts_with('K'))
        .map(|(at, _)| at)
        .collect();
    assert_eq!(keys, [0, 10, 20, 30]);
}

#[test]
fn a_clip_without_frames_is_refused() {
    assert!(
        refused(|writer| {
            let empty = ClipWriter::create(&writer.path, 64, 48, 24)?;
            empty.finish()
        })
        .contains("at least one frame")
    );
}

#[test]
fn a_frame_that_the_encoder_skipped_is_refused() {
    assert!(refused(|writer| writer.push(&[], true)).contains("expected a frame to hold a picture"));
    assert!(
        refused(|writer| writer.push(b"no start code", true)).contains("expected a frame to hold a picture")
    );
}

#[test]
fn a_clip_begins_with_a_key_frame_and_its_parameter_sets() {
    let frames = SECOND.encoded();
    assert!(refused(|writer| writer.push(&frames[1].0, false)).contains("first frame to be a key frame"));
    let slices: Vec<u8> = annex_b::split(&frames[0].0)
        .into_iter()
        .filter(|nal| annex_b::kind(nal) == Nal::KeySlice)
        .flat_map(|nal| [&[0, 0, 1], nal].concat())
        .collect();
    assert!(refused(|writer| writer.push(&slices, true)).contains("with its parameter sets"));
}

#[test]
fn a_clip_cannot_change_its_size_half_way() {
    let other = Drawn { width: 96, ..SECOND }.encoded();
    let said = refused(|writer| {
        writer.push(&SECOND.encoded()[0].0, true)?;
        writer.push(&other[0].0, true)
    });
    assert!(said.contains("one sequence parameter set"), "{said}");
}

#[test]
fn a_size_or_a_rate_that_no_clip_has_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clip.mp4");
    for (width, height, fps) in [(0, 48, 24), (64, 70_000, 24), (64, 48, 0), (64, 48, 1001)] {
        assert!(matches!(ClipWriter::create(&path, width, height, fps), Err(Error::Clip { .. })));
    }
    assert!(!path.exists());
}

#[test]
fn a_folder_that_is_missing_is_the_machines_fault() {
    let error = ClipWriter::create(Path::new("no/such/folder/clip.mp4"), 64, 48, 24).err().unwrap();
    assert_eq!(error.fault(), rushes_core::FaultClass::Machine);
}
