//! Finding the files of a media root.

use std::fs::{self, DirEntry, ReadDir};
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::Error;
use crate::durable::PART;

/// The folders that hold what the database names.
const PUBLISHED: [&str; 2] = ["frames", "clips"];

/// A file of the media root.
pub(crate) struct Found {
    /// Its path below the root, with `/`.
    pub(crate) relative: String,
    /// How long ago it was last written, if that can be told.
    pub(crate) age: Option<Duration>,
}

impl Found {
    /// Whether this is a file that is, or was, being written.
    pub(crate) fn unfinished(&self) -> bool {
        self.relative.rsplit('/').next().is_some_and(|name| name.starts_with(PART))
    }
}

/// Every file among frames and clips, sorted. Links are not followed, and a name that is not UTF-8 is passed over:
/// no path of ours looks like that.
pub(crate) fn files(root: &Path) -> Result<Vec<Found>, Error> {
    let mut found = Vec::new();
    let mut folders: Vec<String> = PUBLISHED.map(str::to_owned).to_vec();
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        for entry in entries(&path).map_err(Error::file("list the folder", &path))? {
            let entry = entry.map_err(Error::file("list the folder", &path))?;
            let Some(name) = entry.file_name().to_str().map(|name| format!("{folder}/{name}")) else {
                continue;
            };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(name),
                Ok(kind) if kind.is_file() => found.push(Found { relative: name, age: age(&entry) }),
                // A link, or a file that went away while we looked.
                Ok(_) | Err(_) => {}
            }
        }
    }
    found.sort_by(|a, b| a.relative.cmp(&b.relative));
    Ok(found)
}

/// The files right in one folder of the root, as paths below it.
pub(crate) fn beside(root: &Path, folder: &str) -> Result<Vec<String>, Error> {
    let path = root.join(folder);
    let mut found = Vec::new();
    for entry in entries(&path).map_err(Error::file("list the folder", &path))? {
        let entry = entry.map_err(Error::file("list the folder", &path))?;
        found.extend(entry.file_name().to_str().map(|name| format!("{folder}/{name}")));
    }
    Ok(found)
}

fn entries(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    let listed: Option<ReadDir> = match fs::read_dir(folder) {
        Ok(entries) => Some(entries),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    Ok(listed.into_iter().flatten())
}

fn age(entry: &DirEntry) -> Option<Duration> {
    entry.metadata().ok()?.modified().ok()?.elapsed().ok()
}
