//! Tests of laying out a film.

use std::path::PathBuf;

use super::*;
use crate::film::Part;
use crate::mp4::{Movie, Place};
use crate::sample_clips::{SECOND, ffmpeg, ffprobe};

const GIB: u64 = 1 << 30;

fn part(folder: &tempfile::TempDir) -> Part {
    let path = folder.path().join("clip.mp4");
    SECOND.write(&path);
    Part { path, label: "SCN1".into() }
}

#[test]
fn frames_that_lie_one_behind_the_other_are_copied_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let part = part(&folder);
    let mut video = Movie::open(&part.path).unwrap().video;
    let whole: u64 = video.samples.iter().map(|place| u64::from(place.size)).sum();
    assert_eq!(stretches(&video), [(video.samples[0].offset, whole)]);
    video.samples.swap(3, 4);
    assert_eq!(stretches(&video).len(), 4);
}

/// A film whose middle clip is huge, without the huge clip: its frames are a hole in the file.
#[cfg(unix)]
fn film_with_a_hole(folder: &tempfile::TempDir) -> PathBuf {
    let part = part(folder);
    let open = || Source { part: &part, movie: Movie::open(&part.path).unwrap() };
    let mut huge = open();
    let first = huge.movie.video.samples[0];
    let size = u32::try_from(GIB / 2).unwrap();
    huge.movie.video.samples = vec![Place { size, ..first }; 12];
    let sources = [open(), huge, open()];
    let format = Format::shared(&sources).unwrap();
    let chapters =
        [Chapter { title: "前".into(), first_entry: 0 }, Chapter { title: "后".into(), first_entry: 2 }];
    let layout = Layout::new(&format, &sources, &chapters).unwrap();

    let path = folder.path().join("film.mp4");
    let mut out = File::create(&path).unwrap();
    out.write_all(&layout.head).unwrap();
    copy(&sources[0], &mut out).unwrap();
    out.seek_relative(i64::try_from(6 * GIB).unwrap()).unwrap();
    copy(&sources[2], &mut out).unwrap();
    out.write_all(&layout.texts).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn a_film_beyond_4_gib_is_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let film = film_with_a_hole(&folder);
    let movie = Movie::open(&film).unwrap();
    assert!(movie.bytes > 6 * GIB);
    let last = movie.video.samples.last().unwrap();
    assert!(last.offset > 6 * GIB);

    // The last clip begins 36 frames after the film does; its pictures are decoded from beyond the hole.
    let film = film.to_str().unwrap();
    let count = ["-frames:v", "24", "-f", "framemd5"];
    let (got, expected) = (folder.path().join("got"), folder.path().join("expected"));
    let seek = ["-ss", "1.5", "-i", film, "-map", "0:v"];
    ffmpeg(&[&seek, &count[..], &[got.to_str().unwrap()]].concat());
    let clip = folder.path().join("clip.mp4");
    ffmpeg(
        &[&["-i", clip.to_str().unwrap(), "-map", "0:v"], &count[..], &[expected.to_str().unwrap()]].concat(),
    );
    assert_eq!(checksums(&got), checksums(&expected));
    assert_eq!(checksums(&got).len(), 24);

    let said = ffprobe(std::path::Path::new(film), &["-show_chapters"]);
    assert_eq!(said["chapters"][1]["tags"]["title"], "后");
    assert_eq!(said["chapters"][1]["start_time"], "1.500000");
}

#[cfg(unix)]
fn checksums(file: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let frames = text.lines().filter(|line| !line.starts_with('#'));
    frames.map(|line| line.rsplit(',').next().unwrap().trim().to_owned()).collect()
}
