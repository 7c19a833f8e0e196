//! Names of published files. A name carries its claim, so that no two claims ever write the same file.

use std::fmt;

use rushes_core::{BootId, FrameSide, Scenecode};
use sha2::{Digest, Sha256};

const FRAMES: &str = "frames";
const CLIPS: &str = "clips";
/// Letters of the boot id in a name.
const BOOT: usize = 6;
/// File systems take 255 bytes for a name; the claim, the side and the extension need some.
const LONGEST_STEM: usize = 160;
/// Names that Windows gives to devices, whatever follows their first dot.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// What a published file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    /// A frame.
    Frame(FrameSide),
    /// A clip.
    Clip,
}

/// A published file's name, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// What it holds.
    pub kind: Published,
    /// The chapter.
    pub chapter: u32,
    /// The scenecode's part of the name, to compare with [`file_stem`].
    pub stem: String,
    /// The claim that wrote it.
    pub claim_seq: i64,
    /// Six letters of the boot that wrote it.
    pub boot: String,
    /// The extension.
    pub extension: String,
}

/// Where the frame of a claim goes: `frames/001/SCN000245_first.7-3fa9c2.png`.
pub fn frame_path(
    chapter: u32,
    code: &Scenecode,
    side: FrameSide,
    claim_seq: i64,
    boot: &BootId,
    extension: &str,
) -> String {
    let stem = file_stem(code);
    format!("{FRAMES}/{chapter:03}/{stem}_{}.{claim_seq}-{}.{extension}", side.as_str(), boot.short())
}

/// Where the clip of a claim goes: `clips/001/SCN000245.9-3fa9c2.mp4`.
pub fn clip_path(chapter: u32, code: &Scenecode, claim_seq: i64, boot: &BootId) -> String {
    format!("{CLIPS}/{chapter:03}/{}.{claim_seq}-{}.mp4", file_stem(code), boot.short())
}

/// Takes a path apart; `None` if it is none of ours.
pub fn parse_path(relative: &str) -> Option<NamedFile> {
    let mut parts = relative.split('/');
    let (folder, chapter, file) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || chapter.len() < 3 || !digits(chapter) {
        return None;
    }
    let (rest, extension) = file.rsplit_once('.')?;
    // A boot id may hold dots and dashes, but its part here has a fixed length.
    let (rest, boot) = rest.split_at_checked(rest.len().checked_sub(BOOT)?)?;
    let (rest, claim_seq) = rest.strip_suffix('-')?.rsplit_once('.')?;
    if !digits(claim_seq) || extension.is_empty() {
        return None;
    }
    let (kind, stem) = match folder {
        CLIPS => (Published::Clip, rest),
        FRAMES => [FrameSide::First, FrameSide::Last].into_iter().find_map(|side| {
            let stem = rest.strip_suffix(side.as_str())?.strip_suffix('_')?;
            Some((Published::Frame(side), stem))
        })?,
        _ => return None,
    };
    Some(NamedFile {
        kind,
        chapter: chapter.parse().ok()?,
        stem: stem.to_owned(),
        claim_seq: claim_seq.parse().ok()?,
        boot: boot.to_owned(),
        extension: extension.to_owned(),
    })
}

/// The scenecode as part of a file name that every system takes: ASCII, no device of Windows, no dot at either end,
/// not too long. Two codes never have the same stem.
pub fn file_stem(code: &Scenecode) -> String {
    let mut stem = code.file_stem();
    if stem.ends_with('.') {
        stem.pop();
        stem.push_str("%2E");
    }
    if is_device(stem.split('.').next().unwrap_or_default()) {
        // An encoded letter cannot stem from a code, whose own `%` is encoded.
        stem = format!("{}{}", Percent(stem.as_bytes()[0]), &stem[1..]);
    }
    if stem.len() > LONGEST_STEM { shorten(&stem, code) } else { stem }
}

struct Percent(u8);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{:02X}", self.0)
    }
}

fn is_device(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let number = NUMBERED_DEVICES.iter().find_map(|device| name.strip_prefix(device));
    DEVICES.contains(&name.as_str()) || number.is_some_and(|number| number.len() == 1 && digits(number))
}

/// Keeps the beginning for people and adds a hash for the rest. `%-` is in no other stem.
fn shorten(stem: &str, code: &Scenecode) -> String {
    let hash = Sha256::digest(code.as_str().as_bytes());
    let hash: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let mut end = LONGEST_STEM - hash.len() - 2;
    while stem.as_bytes()[end.saturating_sub(2)..end].contains(&b'%') {
        end -= 1;
    }
    format!("{}%-{hash}", &stem[..end])
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
#[path = "name_tests.rs"]
mod tests;
