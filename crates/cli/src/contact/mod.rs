//! `contact.html`: every shot's two frames and its clip in story order, opened from disk without a server.
//!
//! Invariant: the page loads nothing but the pictures and clips beside it, and those only when they are looked at.

mod page;

use std::fmt::Write;

pub use page::render;

/// What a contact sheet shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sheet {
    /// The film's title.
    pub title: String,
    /// Width of every frame in pixels, so that the page holds its place before it is loaded.
    pub width: u32,
    /// Height of every frame in pixels.
    pub height: u32,
    /// The lines of the summary: what, and how much.
    pub facts: Vec<(String, String)>,
    /// The whole film, if it is there: a path as of [`SheetShot::first`].
    pub film: Option<String>,
    /// The chapters in story order.
    pub chapters: Vec<SheetChapter>,
}

/// A chapter of the sheet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SheetChapter {
    /// Its number.
    pub number: u32,
    /// Its title; may be empty.
    pub title: String,
    /// Its shots in story order.
    pub shots: Vec<SheetShot>,
}

/// A shot of the sheet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SheetShot {
    /// Its name.
    pub scenecode: String,
    /// What its frames show.
    pub tasktype: String,
    /// The first frame: a plain path with `/`, relative to the page unless it must be absolute;
    /// it is encoded here.
    pub first: Option<String>,
    /// The last frame.
    pub last: Option<String>,
    /// The clip.
    pub clip: Option<String>,
    /// What the first frame shows, in words.
    pub prompt: String,
    /// What the last frame shows, if that is something else; may be empty.
    pub last_prompt: String,
    /// What is said; may be empty.
    pub dialogue: String,
    /// Why it is given up; may be empty.
    pub reason: String,
    /// Who made it; may be empty.
    pub worker: String,
    /// Where it stands, in one word: `done`, `failed`, `making` ..
    pub state: String,
    /// How long the clip runs.
    pub seconds: f64,
}

/// A path as an address: everything but plain ASCII is encoded, a `%` too, so that the file itself is found.
fn address(path: &str) -> String {
    // A media folder on another Windows drive is the one path that cannot be relative.
    let (drive, path) = match path.as_bytes() {
        [letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => path.split_at(2),
        _ => ("", path),
    };
    let mut out = if drive.is_empty() { String::new() } else { format!("file:///{drive}") };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'~') {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("a `String` takes every text");
        }
    }
    out
}

#[cfg(test)]
#[path = "contact_tests.rs"]
mod tests;
