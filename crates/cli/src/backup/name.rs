//! Plain names of files, for people and for other programs.

use jiff::civil::Date;
use rushes_core::{FrameSide, Scenecode};
use rushes_media::file_stem;

/// The longest part of a title that a file is named by.
const LONGEST: usize = 60;

/// `The Long Street-2026-12-01.rushes.jsonl`: what no system takes in a name is left out of the title.
pub fn file_name(title: &str, date: Date) -> String {
    let plain = |it: char| if it.is_control() || r#"<>:"/\|?*"#.contains(it) { '_' } else { it };
    let title: String = title.trim().chars().map(plain).take(LONGEST).collect();
    let title = title.trim_matches(['.', ' ']);
    let title = if title.is_empty() { "film" } else { title };
    format!("{title}-{date}.rushes.jsonl")
}

/// Where an exported frame lies: `frames/SCN000245_first.png`, with the ending that it has in the media folder.
pub fn frame_name(code: &Scenecode, side: FrameSide, relative: &str) -> String {
    let file = relative.rsplit('/').next().unwrap_or_default();
    let ending = file.rsplit_once('.').map_or("png", |(_, it)| it);
    format!("frames/{}_{}.{ending}", file_stem(code), side.as_str())
}

/// Where an exported clip lies: `clips/SCN000245.mp4`.
pub fn clip_name(code: &Scenecode) -> String {
    format!("clips/{}.mp4", file_stem(code))
}
