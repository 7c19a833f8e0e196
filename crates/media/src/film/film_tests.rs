//! Tests of the film, as other programs see it.

use std::fs;

use serde_json::Value;

use super::*;
use crate::sample_clips::{Drawn, SECOND, decodes_cleanly, ffmpeg, ffprobe};

struct Case {
    folder: tempfile::TempDir,
    parts: Vec<Part>,
}

impl Case {
    fn new() -> Case {
        Case { folder: tempfile::tempdir().unwrap(), parts: Vec::new() }
    }

    fn next(&mut self) -> PathBuf {
        let label = format!("SCN{}", self.parts.len() + 1);
        let path = self.folder.path().join(format!("{label}.mp4"));
        self.parts.push(Part { path: path.clone(), label });
        path
    }

    fn drawn(mut self, drawn: Drawn) -> Case {
        drawn.write(&self.next());
        self
    }

    /// A clip by ffmpeg: what is drawn, how long, and how it is coded.
    fn foreign(mut self, source: &str, arguments: &[&str]) -> Case {
        let path = self.next();
        let input = ["-f", "lavfi", "-i", source];
        ffmpeg(&[&input, arguments, &["-pix_fmt", "yuv420p", path.to_str().unwrap()]].concat());
        self
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("film.mp4")
    }

    fn assemble(&self, chapters: &[Chapter]) -> FilmFacts {
        let mut seen = Vec::new();
        let facts = assemble(&self.parts, chapters, &self.out(), |done, of| seen.push((done, of))).unwrap();
        let of = self.parts.len();
        assert_eq!(seen, (1..=of).map(|done| (done, of)).collect::<Vec<_>>());
        assert_eq!(facts.bytes, fs::metadata(self.out()).unwrap().len());
        self.leaves_nothing();
        decodes_cleanly(&self.out());
        facts
    }

    /// Nothing but the clips and the film is left in the folder.
    fn leaves_nothing(&self) {
        for entry in fs::read_dir(self.folder.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(name == "film.mp4" || name.starts_with("SCN"), "{name}");
        }
    }

    fn refused(&self, chapters: &[Chapter]) -> Error {
        let error = assemble(&self.parts, chapters, &self.out(), |_, _| {}).unwrap_err();
        assert!(!self.out().exists());
        self.leaves_nothing();
        error
    }
}

fn chapter(title: &str, first_entry: usize) -> Chapter {
    Chapter { title: title.to_owned(), first_entry }
}

fn chapters_of(path: &Path) -> Vec<(String, f64, f64)> {
    let said = ffprobe(path, &["-show_chapters"]);
    let seconds = |value: &Value| value.as_str().unwrap().parse::<f64>().unwrap();
    let chapter = |it: &Value| {
        let title = it["tags"]["title"].as_str().unwrap().to_owned();
        (title, seconds(&it["start_time"]), seconds(&it["end_time"]))
    };
    said["chapters"].as_array().unwrap().iter().map(chapter).collect()
}

fn stream(path: &Path, kind: &str) -> Value {
    ffprobe(path, &["-count_frames", "-show_streams", "-select_streams", kind])["streams"][0].clone()
}

/// The checksum of every decoded frame.
fn pictures(path: &Path) -> Vec<String> {
    let said = std::process::Command::new("ffmpeg")
        .args(["-nostdin", "-v", "error", "-i", path.to_str().unwrap(), "-map", "0:v", "-f", "framemd5", "-"])
        .output()
        .unwrap();
    let text = String::from_utf8(said.stdout).unwrap();
    let frames = text.lines().filter(|line| !line.starts_with('#'));
    frames.map(|line| line.rsplit(',').next().unwrap().trim().to_owned()).collect()
}

fn pictures_of_parts(case: &Case) -> Vec<String> {
    case.parts.iter().flat_map(|part| pictures(&part.path)).collect()
}

#[test]
fn clips_of_one_format_are_joined_frame_by_frame_with_chapters() {
    let case = Case::new()
        .drawn(SECOND)
        .drawn(Drawn { frames: 37, ..SECOND })
        .drawn(Drawn { frames: 1, ..SECOND })
        .drawn(Drawn { frames: 12, ..SECOND });
    let facts = case.assemble(&[chapter("第一章 雨夜", 0), chapter("Chapter two: “the door”", 2)]);
    assert_eq!((facts.built_in, facts.frames, facts.duration_ms), (true, 74, 3083));
    let video = stream(&case.out(), "v");
    assert_eq!(
        (video["nb_read_frames"].as_str(), video["r_frame_rate"].as_str()),
        (Some("74"), Some("24/1"))
    );
    assert_eq!(pictures(&case.out()), pictures_of_parts(&case));
    let chapters = chapters_of(&case.out());
    let titles: Vec<&str> = chapters.iter().map(|(title, _, _)| title.as_str()).collect();
    assert_eq!(titles, ["第一章 雨夜", "Chapter two: “the door”"]);
    let border = 61.0 / 24.0;
    for (got, expected) in
        chapters.iter().flat_map(|(_, begin, end)| [begin, end]).zip([0.0, border, border, 74.0 / 24.0])
    {
        assert!((got - expected).abs() < 0.001, "{chapters:?}");
    }
}

#[test]
fn clips_whose_frames_look_ahead_are_joined_too() {
    let coded = ["-c:v", "libx264", "-bf", "3", "-g", "12", "-threads", "1"];
    let case = Case::new()
        .foreign("testsrc=size=64x48:rate=24:duration=1", &coded)
        .foreign("testsrc2=size=64x48:rate=24:duration=1.5", &coded)
        .foreign("mandelbrot=size=64x48:rate=24", &[&coded[..], &["-frames:v", "7"]].concat());
    let facts = case.assemble(&[chapter("one", 0)]);
    assert_eq!((facts.built_in, facts.frames, facts.duration_ms), (true, 67, 2792));
    assert_eq!(pictures(&case.out()), pictures_of_parts(&case));
    let said = ffprobe(&case.out(), &["-select_streams", "v", "-show_entries", "frame=pts"]);
    let times: Vec<i64> =
        said["frames"].as_array().unwrap().iter().map(|frame| frame["pts"].as_i64().unwrap()).collect();
    let frame = times[1] - times[0];
    assert!(times.iter().zip(0..).all(|(time, number)| *time == number * frame), "{times:?}");
}

#[test]
fn clips_in_fragments_are_joined_too() {
    let coded = ["-c:v", "libx264", "-bf", "2", "-threads", "1", "-movflags", "+frag_keyframe+empty_moov"];
    let case = Case::new()
        .foreign("testsrc=size=64x48:rate=24:duration=1", &coded)
        .foreign("testsrc2=size=64x48:rate=24:duration=1", &coded);
    let facts = case.assemble(&[]);
    assert_eq!((facts.built_in, facts.frames, facts.duration_ms), (true, 48, 2000));
    assert_eq!(pictures(&case.out()), pictures_of_parts(&case));
}

#[test]
fn a_film_may_have_more_chapters_than_fit_into_one_byte() {
    let mut case = Case::new().drawn(Drawn { frames: 2, ..SECOND });
    let only = case.parts[0].clone();
    case.parts = (1..=300).map(|number| Part { label: format!("SCN{number}"), ..only.clone() }).collect();
    let chapters: Vec<Chapter> =
        (0..300).map(|entry| chapter(&format!("第{}章", entry + 1), entry)).collect();
    let facts = case.assemble(&chapters);
    assert_eq!((facts.built_in, facts.frames, facts.duration_ms), (true, 600, 25_000));
    let found = chapters_of(&case.out());
    assert_eq!(found.len(), 300);
    assert_eq!(found[299].0, "第300章");
    assert!((found[299].1 - 598.0 / 24.0).abs() < 0.001, "{:?}", found[299]);
}

#[test]
fn a_film_without_chapters_has_none() {
    let case = Case::new().drawn(SECOND);
    case.assemble(&[]);
    assert!(chapters_of(&case.out()).is_empty());
    assert_eq!(ffprobe(&case.out(), &["-show_streams"])["streams"].as_array().unwrap().len(), 1);
}

#[test]
fn clips_of_different_formats_are_brought_to_the_first_ones() {
    let case = Case::new()
        .drawn(SECOND)
        .foreign("testsrc=size=160x90:rate=30:duration=1.7", &["-c:v", "libx264", "-bf", "2"])
        .foreign("testsrc=size=48x64:rate=25:duration=0.52", &["-c:v", "mpeg4"]);
    let strange = r"一; a=b # c\d";
    let facts = case.assemble(&[chapter("prologue", 0), chapter(strange, 1)]);
    let seconds = 1.0 + 1.7 + 0.52;
    assert!(!facts.built_in);
    assert!((facts.duration_ms as f64 / 1000.0 - seconds).abs() <= 1.0 / 24.0, "{facts:?}");
    let video = stream(&case.out(), "v");
    assert_eq!((video["width"].as_u64(), video["height"].as_u64()), (Some(64), Some(48)));
    assert_eq!((video["r_frame_rate"].as_str(), video["pix_fmt"].as_str()), (Some("24/1"), Some("yuv420p")));
    assert_eq!(video["nb_read_frames"], facts.frames.to_string());
    let chapters = chapters_of(&case.out());
    assert_eq!((chapters[0].0.as_str(), chapters[1].0.as_str()), ("prologue", strange));
    assert!((chapters[1].1 - 1.0).abs() < 0.002 && (chapters[1].2 - seconds).abs() < 0.05, "{chapters:?}");
}

#[test]
fn twenty_roundings_stay_below_one_frame() {
    let mut case = Case::new()
        .drawn(Drawn { frames: 2, ..SECOND })
        .foreign("testsrc=size=64x48:rate=30:duration=0.2", &["-c:v", "libx264"]);
    let thirty = case.parts[1].clone();
    case.parts.extend(std::iter::repeat_n(thirty, 19));
    let facts = case.assemble(&[]);
    let seconds = 2.0 / 24.0 + 20.0 * 0.2;
    assert!((facts.duration_ms as f64 / 1000.0 - seconds).abs() <= 1.0 / 24.0, "{facts:?}");
}

#[test]
fn a_clip_with_sound_keeps_it_in_its_place() {
    let sound = ["-f", "lavfi", "-i", "sine=frequency=440:duration=1", "-c:v", "libx264", "-c:a", "aac"];
    let case =
        Case::new().drawn(SECOND).foreign("testsrc=size=64x48:rate=24:duration=1", &sound).drawn(SECOND);
    let facts = case.assemble(&[chapter("一", 0)]);
    assert_eq!((facts.built_in, facts.frames, facts.duration_ms), (false, 72, 3000));
    let audio = stream(&case.out(), "a");
    let seconds: f64 = audio["duration"].as_str().unwrap().parse().unwrap();
    assert!((seconds - 3.0).abs() < 1.0 / 24.0, "{seconds}");
    assert!(loudness(&case.out(), 0.1, 0.8) < -80.0);
    assert!(loudness(&case.out(), 1.1, 0.8) > -40.0);
    assert!(loudness(&case.out(), 2.2, 0.7) < -80.0);
}

/// The mean volume of a stretch in decibels.
fn loudness(path: &Path, begin: f64, seconds: f64) -> f64 {
    let (begin, seconds) = (begin.to_string(), seconds.to_string());
    let said = std::process::Command::new("ffmpeg")
        .args(["-nostdin", "-ss", &begin, "-t", &seconds, "-i", path.to_str().unwrap()])
        .args(["-af", "volumedetect", "-f", "null", "-"])
        .output()
        .unwrap();
    let text = String::from_utf8(said.stderr).unwrap();
    let (_, rest) = text.split_once("mean_volume: ").unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_machine_without_ffmpeg_is_told_what_to_install_and_why() {
    let case = Case::new().drawn(SECOND).drawn(Drawn { width: 96, ..SECOND });
    let none = Ffmpeg::at("no-such-ffmpeg");
    let error = assemble_with(&none, &case.parts, &[], &case.out(), |_, _| {}).unwrap_err();
    let said = error.to_string();
    for word in ["no-such-ffmpeg", "apt-get install ffmpeg", "`SCN2` has 96x48 pixels, the first 64x48"] {
        assert!(said.contains(word), "{said}");
    }
    assert_eq!(error.fault(), rushes_core::FaultClass::Machine);
    case.leaves_nothing();
    assert!(!case.out().exists());
}

#[cfg(unix)]
#[test]
fn the_words_of_ffmpeg_are_shown_whole() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new().drawn(SECOND).drawn(Drawn { width: 96, ..SECOND });
    let script = case.folder.path().join("SCN-not-ffmpeg");
    fs::write(&script, "#!/bin/sh\necho first line >&2\necho 'second: 二' >&2\nexit 3\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let error = assemble_with(&Ffmpeg::at(&script), &case.parts, &[], &case.out(), |_, _| {}).unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("`SCN1`") && said.contains("first line\nsecond: 二") && said.contains('3'),
        "{said}"
    );
    case.leaves_nothing();
}

#[test]
fn ffmpeg_tells_its_version() {
    assert!(ffmpeg_version().unwrap().starts_with("ffmpeg version"));
}

#[test]
fn a_film_of_nothing_is_refused() {
    assert!(Case::new().refused(&[]).to_string().contains("at least one clip"));
}

#[test]
fn a_missing_clip_is_named() {
    let mut case = Case::new().drawn(SECOND);
    case.next();
    assert!(case.refused(&[]).to_string().contains("`SCN2`"));
    fs::write(&case.parts[1].path, "not a clip at all").unwrap();
    assert!(case.refused(&[]).to_string().contains("`SCN2`"));
}

#[test]
fn chapters_that_hold_no_clip_are_refused() {
    let case = Case::new().drawn(SECOND).drawn(SECOND);
    for chapters in [
        &[chapter("late", 1)][..],
        &[chapter("a", 0), chapter("b", 0)],
        &[chapter("a", 0), chapter("b", 2)],
        &[chapter("a", 0), chapter("b", 1), chapter("c", 1)],
    ] {
        assert!(case.refused(chapters).to_string().contains("chapter"));
    }
}

#[test]
fn an_old_film_stays_until_the_new_one_is_whole() {
    let mut case = Case::new().drawn(SECOND);
    fs::write(case.out(), "the old film").unwrap();
    case.next();
    assert!(assemble(&case.parts, &[], &case.out(), |_, _| {}).is_err());
    assert_eq!(fs::read_to_string(case.out()).unwrap(), "the old film");
    case.parts.pop();
    assert_eq!(case.assemble(&[]).frames, 24);
}
