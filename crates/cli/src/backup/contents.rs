//! A look through a whole backup before anything is changed: that it is whole, and which files its rows name.

use std::collections::HashSet;
use std::path::Path;

use rushes_core::{ClipState, FrameSide, ImageState, Scenecode};
use serde::Deserialize;

use super::name::{clip_name, frame_name};
use super::read::CUT;
use super::{Header, Reader};
use crate::meter::Meter;
use crate::problem::Problem;
use crate::report::Failure;

/// What a backup has in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Its first line.
    pub header: Header,
    /// How many shots.
    pub shots: u64,
    /// The files that its rows name.
    pub files: Vec<NamedFile>,
}

/// A file that a row names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// Where it lies in the media folder.
    pub relative: String,
    /// Where it lies in an exported folder.
    pub plain: String,
    /// Its hash, if a claim made it.
    pub sha256: Option<String>,
    /// Whether the row says that it is there; otherwise it is only of use if it is.
    pub needed: bool,
}

#[derive(Deserialize)]
struct Task {
    scenecode: Code,
    status: i32,
    firstpic: Option<String>,
    secondpic: Option<String>,
    first_sha256: Option<String>,
    second_sha256: Option<String>,
}

#[derive(Deserialize)]
struct Clip {
    scenecode: String,
    status: String,
}

#[derive(Deserialize)]
struct Meta {
    scenecode: Code,
    path: String,
    sha256: String,
}

/// A code in a row, which has to be one.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Code(Scenecode);

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(code: String) -> Result<Code, String> {
        Scenecode::new(code).map(Code).map_err(|error| error.to_string())
    }
}

/// Reads a backup to its end. A file that is not whole, or not what was written, is refused with its line.
pub fn contents(path: &Path) -> Result<Contents, Failure> {
    let mut reader = Reader::open(path)?;
    let header = reader.header().clone();
    let mut meter = Meter::new("rows checked", header.rows);
    let mut contents = Contents { header, shots: 0, files: Vec::new() };
    let mut done = HashSet::new();
    while let Some((table, row)) = reader.row()? {
        meter.add(1);
        let noted = match table.name {
            "dbvideo_shot" => {
                contents.shots += 1;
                Ok(())
            }
            "dbvideo_arcpictask" => serde_json::from_str(&row).map(|task| contents.note_frames(task)),
            "dbvideo_process" => serde_json::from_str(&row).map(|clip: Clip| {
                if clip.status == ClipState::Done.status() {
                    done.insert(clip.scenecode);
                }
            }),
            "dbvideo_videometa" => serde_json::from_str(&row).map(|meta| contents.note_clip(meta, &done)),
            _ => Ok(()),
        };
        noted.map_err(|error| reader.failure(&Problem::line(reader.line(), error.to_string())).hint(CUT))?;
    }
    Ok(contents)
}

impl Contents {
    fn note_frames(&mut self, task: Task) {
        let needed = task.status == ImageState::Completed.number();
        let frames = [
            (FrameSide::First, task.firstpic, task.first_sha256),
            (FrameSide::Last, task.secondpic, task.second_sha256),
        ];
        for (side, path, sha256) in frames {
            if let Some(relative) = path.filter(|it| !it.is_empty()) {
                let plain = frame_name(&task.scenecode.0, side, &relative);
                self.files.push(NamedFile { relative, plain, sha256, needed });
            }
        }
    }

    fn note_clip(&mut self, meta: Meta, done: &HashSet<String>) {
        let code = meta.scenecode.0;
        self.files.push(NamedFile {
            relative: meta.path,
            plain: clip_name(&code),
            sha256: Some(meta.sha256),
            needed: done.contains(code.as_str()),
        });
    }
}
