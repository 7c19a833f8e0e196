//! The names of files, and the marks of lines.

use jiff::civil::date;
use rushes_core::{FrameSide, Scenecode};

use super::sum::Sum;
use super::*;

#[test]
fn a_title_becomes_a_name_that_every_system_takes() {
    for (title, name) in [
        ("The Long Street", "The Long Street-2026-12-01.rushes.jsonl"),
        ("长街 / 第一季: \"雨\"", "长街 _ 第一季_ _雨_-2026-12-01.rushes.jsonl"),
        (" ..\n ", "film-2026-12-01.rushes.jsonl"),
        ("", "film-2026-12-01.rushes.jsonl"),
    ] {
        assert_eq!(file_name(title, date(2026, 12, 1)), name);
    }
}

#[test]
fn files_of_shots_have_plain_names() {
    let code = |it: &str| Scenecode::new(it).unwrap();
    let path = "frames/001/SCN000245_first.7-3fa9c2.jpg";
    assert_eq!(frame_name(&code("SCN000245"), FrameSide::First, path), "frames/SCN000245_first.jpg");
    assert_eq!(clip_name(&code("SCN000245")), "clips/SCN000245.mp4");
    for code in [code("镜头 1"), code("con"), code("a:b")] {
        let name = clip_name(&code);
        assert!(name.is_ascii() && !name.contains([':', ' ']), "{name}");
        assert!(!name.eq_ignore_ascii_case("clips/con.mp4"), "{name}");
    }
}

#[test]
fn a_mark_depends_on_everything_before_it() {
    let mut sum = Sum::default();
    let first = sum.mark("dbvideo_shot", "{}");
    assert_eq!(first, sum.mark("dbvideo_shot", "{}"));
    assert_ne!(first, sum.mark("dbvideo_shot", "{ }"));
    sum.add(b"a line\n");
    assert_ne!(first, sum.mark("dbvideo_shot", "{}"));
}
