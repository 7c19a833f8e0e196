//! Publishing a file in the media root, and taking it away again.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::durable::{self, Hashed, PartFile};
use crate::{Error, MediaRoot, parse_path, walk};

/// Where files go that no row names.
const ORPHANS: &str = "orphans";

/// A published file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Its path in the media root, as the database stores it.
    pub relative: String,
    /// Its bytes.
    pub bytes: u64,
    /// Its sha256 in lower-case hexadecimal digits.
    pub sha256: String,
}

impl MediaRoot {
    /// Copies a file into the root under its final name and reads it back. Calling it again is harmless: a file that
    /// is there with the same bytes stays, one with others is replaced, since only this claim writes this name.
    pub fn place(&self, from: &Path, relative: &str) -> Result<Placed, Error> {
        let to = self.resolve(relative)?;
        let folder = to.parent().unwrap_or(self.folder());
        durable::ensure_folder(folder)?;
        let expected = if to.is_file() { Some(durable::hash(from)?) } else { None };
        let expected = match expected {
            Some(expected) if durable::hash(&to)? == expected => {
                // The session that wrote it may have died before it was durable.
                sync_file(&to)?;
                durable::sync_parent(&to)?;
                expected
            }
            Some(_) | None => copy(from, folder, &to)?,
        };
        let got = durable::hash(&to)?;
        if got != expected {
            let (expected, got) = (expected.sha256, got.sha256);
            return Err(Error::ReadBack { relative: relative.to_owned(), expected, got });
        }
        Ok(Placed { relative: relative.to_owned(), bytes: got.bytes, sha256: got.sha256 })
    }

    /// Removes a file; false if it was not there.
    pub fn remove(&self, relative: &str) -> Result<bool, Error> {
        let path = self.resolve(relative)?;
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Error::file("remove", &path)(error)),
        }
    }

    /// What earlier claims of the same shot left beside a published file: nobody can confirm those any more.
    pub fn left_by_earlier_claims(&self, published: &str) -> Result<Vec<String>, Error> {
        let (Some(mine), Some((folder, _))) = (parse_path(published), published.rsplit_once('/')) else {
            return Ok(Vec::new());
        };
        let earlier = |path: &String| {
            parse_path(path).is_some_and(|it| {
                it.kind == mine.kind && it.stem == mine.stem && it.claim_seq < mine.claim_seq
            })
        };
        Ok(walk::beside(self.folder(), folder)?.into_iter().filter(earlier).collect())
    }

    /// Moves a file that no row names to `orphans/` and the same path there. One that is there already stays; the
    /// newcomer gets a number behind its name.
    pub fn set_aside(&self, relative: &str) -> Result<(), Error> {
        let from = self.resolve(relative)?;
        // Checked first, so that a missing file leaves no empty name behind.
        fs::symlink_metadata(&from).map_err(Error::file("set aside", &from))?;
        let wanted = self.resolve(&format!("{ORPHANS}/{relative}"))?;
        if let Some(folder) = wanted.parent() {
            durable::ensure_folder(folder)?;
        }
        let reserved = reserve(&wanted)?;
        if let Err(error) = fs::rename(&from, &reserved) {
            drop(fs::remove_file(&reserved));
            return Err(Error::file("set aside", &from)(error));
        }
        durable::sync_parent(&reserved)
    }
}

fn copy(from: &Path, folder: &Path, to: &Path) -> Result<Hashed, Error> {
    let mut source = File::open(from).map_err(Error::file("open", from))?;
    let mut part = PartFile::create(folder)?;
    let copied = durable::copy_hashed(&mut source, part.file());
    let hashed = copied.map_err(Error::file("copy into the media root", from))?;
    part.publish(to)?;
    Ok(hashed)
}

fn sync_file(path: &Path) -> Result<(), Error> {
    // Windows flushes only what is open for writing.
    let file = File::options().write(true).open(path).map_err(Error::file("open", path))?;
    file.sync_all().map_err(Error::file("make durable", path))
}

/// Takes the first free name with an empty file, so that the rename that follows replaces nobody else's.
fn reserve(wanted: &Path) -> Result<PathBuf, Error> {
    let mut path = wanted.to_path_buf();
    for number in 2_u64.. {
        match File::options().write(true).create_new(true).open(&path) {
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let mut name = wanted.as_os_str().to_owned();
                name.push(format!(".{number}"));
                path = PathBuf::from(name);
            }
            Err(error) => return Err(Error::file("create", &path)(error)),
        }
    }
    Ok(path)
}

#[cfg(test)]
#[path = "place_tests.rs"]
mod tests;
