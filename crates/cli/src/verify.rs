//! What the rows say of files, against the files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use rushes_core::{ClipState, Film, ImageState, Scenecode};
use rushes_media::{MediaRoot, Published, check_frame, file_stem, parse_path};
use rushes_store::{BoardMade, BoardRow, ClipFile, ShotFiles};

use crate::report::could_not;

/// How far a clip's rate may be off the film's: 23.976 passes for 24, as it did when the clip was fetched.
const RATE: f64 = 0.01;

/// A file that a row names and that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The shot.
    pub scenecode: Scenecode,
    /// What is wrong.
    pub what: String,
    /// Whether it is a frame; otherwise the clip.
    pub frames: bool,
    /// Whether it is there and this user or machine cannot read it now: it may be as good as ever.
    pub unreadable: bool,
}

/// What is wrong with a file.
struct Wrong {
    what: String,
    unreadable: bool,
}

impl From<String> for Wrong {
    fn from(what: String) -> Wrong {
        Wrong { what, unreadable: false }
    }
}

impl Wrong {
    fn unreadable(path: &str, error: &str) -> Wrong {
        Wrong { what: format!("`{path}` cannot be read: {error}"), unreadable: true }
    }
}

/// What a look found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// Files that are as the database says.
    pub good: usize,
    /// Files that are missing or rotten.
    pub broken: Vec<Broken>,
    /// Files that no row names and no claim can still name.
    pub orphans: Vec<String>,
    /// Files that no row names yet: their claim may still be confirmed.
    pub underway: usize,
}

impl Findings {
    /// The shots that something is wrong with, and whether it is with their frames.
    pub fn broken_shots(&self) -> BTreeMap<&Scenecode, bool> {
        let mut shots = BTreeMap::new();
        for broken in &self.broken {
            *shots.entry(&broken.scenecode).or_default() |= broken.frames;
        }
        shots
    }

    /// Leaves out what only looked broken because its rows moved while it was looked at.
    pub fn keep_what_stands(&mut self, before: &[ShotFiles], now: &[ShotFiles]) {
        let by_shot = |rows: &'_ [ShotFiles]| -> HashMap<Scenecode, ShotFiles> {
            rows.iter().map(|it| (it.scenecode.clone(), it.clone())).collect()
        };
        let (before, now) = (by_shot(before), by_shot(now));
        self.broken.retain(|it| before.get(&it.scenecode) == now.get(&it.scenecode));
    }

    /// How many files cannot be read now: nobody knows whether they are broken.
    pub fn unreadable(&self) -> usize {
        self.broken.iter().filter(|it| it.unreadable).count()
    }

    /// Whether there is nothing to do.
    pub fn is_clean(&self) -> bool {
        self.broken.is_empty() && self.orphans.is_empty()
    }
}

/// Looks at every file that a row names, and at every file that none does. `files` were listed before the rows were
/// read: whoever was placing one of them then has confirmed it since, or is known to hold its claim.
pub fn look(
    media: &MediaRoot,
    film: &Film,
    named: &[ShotFiles],
    files: Vec<String>,
    leftover_age: Duration,
) -> Result<Findings, rushes_media::Error> {
    let mut findings = Findings::default();
    for shot in named {
        look_at_shot(media, film, shot, &mut findings);
    }
    let known: HashSet<&str> = named.iter().flat_map(ShotFiles::paths).collect();
    let shots: HashMap<String, &ShotFiles> = named.iter().map(|it| (file_stem(&it.scenecode), it)).collect();
    for file in files {
        if known.contains(file.as_str()) {
            continue;
        }
        if may_be_named(&file, &shots) {
            findings.underway += 1;
        } else {
            findings.orphans.push(file);
        }
    }
    findings.orphans.extend(media.leftovers(leftover_age)?);
    // A folder that went away meanwhile says nothing of its files.
    media.is_there()?;
    Ok(findings)
}

fn look_at_shot(media: &MediaRoot, film: &Film, shot: &ShotFiles, findings: &mut Findings) {
    if shot.image == ImageState::Completed {
        for (path, hash) in [&shot.firstpic, &shot.secondpic].into_iter().zip(&shot.frame_hashes) {
            let found = match path {
                Some(path) => frame(media, film, path, hash.as_deref()),
                None => Err("the row names no frame".to_owned().into()),
            };
            note(shot, found, true, findings);
        }
    }
    if shot.clip == Some(ClipState::Done) {
        let found = match &shot.clip_file {
            Some(file) => clip(media, file),
            None => Err("the row names no clip".to_owned().into()),
        };
        note(shot, found, false, findings);
    }
}

fn note(shot: &ShotFiles, found: Result<(), Wrong>, frames: bool, findings: &mut Findings) {
    match found {
        Ok(()) => findings.good += 1,
        Err(Wrong { what, unreadable }) => {
            let scenecode = shot.scenecode.clone();
            findings.broken.push(Broken { scenecode, what, frames, unreadable });
        }
    }
}

/// A frame that a claim confirmed has its hash in the row. One that a person made has none: it has to decode, in the
/// film's size.
fn frame(media: &MediaRoot, film: &Film, path: &str, hash: Option<&str>) -> Result<(), Wrong> {
    if let Some(hash) = hash {
        return same(media, path, hash);
    }
    let file = there(media, path)?;
    check_frame(&file, film.width, film.height).map(|_| ()).map_err(|fault| fault.message.into())
}

/// A clip has its size and hash in its row.
fn clip(media: &MediaRoot, named: &ClipFile) -> Result<(), Wrong> {
    let file = there(media, &named.path)?;
    let unreadable = |error: std::io::Error| Wrong::unreadable(&named.path, &error.to_string());
    let bytes = std::fs::metadata(&file).map_err(unreadable)?.len();
    if bytes != named.bytes {
        return Err(format!(
            "`{}` is not the file that was checked: it has {bytes} bytes, the row says {}",
            named.path, named.bytes
        )
        .into());
    }
    same(media, &named.path, &named.sha256)
}

/// What keeps clips out of the film: they are not the files that were checked, or not in the film's format.
pub fn unfit(media: &MediaRoot, film: &Film, clips: &[(&Scenecode, &BoardMade)]) -> Vec<Broken> {
    let mut found = Vec::new();
    for (scenecode, made) in clips {
        let file = ClipFile { path: made.path.clone(), bytes: made.bytes, sha256: made.sha256.clone() };
        let looked = clip(media, &file).and_then(|()| in_format(film, made).map_err(Wrong::from));
        if let Err(Wrong { what, unreadable }) = looked {
            found.push(Broken { scenecode: (*scenecode).clone(), what, frames: false, unreadable });
        }
    }
    found
}

/// The checked file has the size and the rate that its row says.
fn in_format(film: &Film, made: &BoardMade) -> Result<(), String> {
    let rate = f64::from(film.fps);
    if made.size == (film.width, film.height) && (made.fps - rate).abs() <= rate * RATE {
        return Ok(());
    }
    let (width, height) = made.size;
    Err(format!(
        "`{}` has {width}x{height} pixels and {} frames a second, the film {}x{} and {}",
        made.path, made.fps, film.width, film.height, film.fps
    ))
}

/// The files that rows name and that are not there, each with its shot.
pub fn missing(media: &MediaRoot, rows: &[BoardRow]) -> Vec<(Scenecode, String)> {
    let mut missing = Vec::new();
    for row in rows {
        let clip = row.clip.as_ref().and_then(|it| it.made.as_ref()).map(|it| &it.path);
        let named = [row.image.firstpic.as_ref(), row.image.secondpic.as_ref(), clip];
        let gone = named.into_iter().flatten().filter(|it| there(media, it).is_err());
        missing.extend(gone.map(|it| (row.scenecode.clone(), it.clone())));
    }
    missing
}

/// Whether a file is the one that was checked when its row came to name it.
fn same(media: &MediaRoot, path: &str, sha256: &str) -> Result<(), Wrong> {
    let file = there(media, path)?;
    let hashed = MediaRoot::hash(&file).map_err(|error| Wrong::unreadable(path, &could_not(&error)))?;
    if hashed.sha256 == sha256 {
        return Ok(());
    }
    Err(format!("`{path}` is not the file that was checked: its hash differs").into())
}

fn there(media: &MediaRoot, path: &str) -> Result<PathBuf, String> {
    let file = media.resolve(path).map_err(|error| error.to_string())?;
    if file.exists() { Ok(file) } else { Err(format!("`{path}` is missing")) }
}

/// Whether a claim that is at least as new as the row's could still name the file.
fn may_be_named(file: &str, shots: &HashMap<String, &ShotFiles>) -> bool {
    let Some(parsed) = parse_path(file) else { return false };
    let Some(shot) = shots.get(&parsed.stem) else { return false };
    match parsed.kind {
        Published::Frame(_) => shot.image == ImageState::Processing && parsed.claim_seq >= shot.image_seq,
        Published::Clip => {
            shot.clip == Some(ClipState::Submitted) && shot.clip_seq.is_some_and(|it| parsed.claim_seq >= it)
        }
    }
}
