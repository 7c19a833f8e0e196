//! Files that survive a power cut: written under a name of their own, fsynced, renamed, their folder fsynced.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::Error;

/// How the names of unfinished files begin. A leading dot hides them, and no settled name can begin so.
pub(crate) const PART: &str = ".part-";

const BLOCK: usize = 256 * 1024;

/// How long a file is, and its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hashed {
    /// Its bytes.
    pub bytes: u64,
    /// Its sha256 in lower-case hexadecimal digits.
    pub sha256: String,
}

/// An unfinished file beside its final name; it is removed unless it is settled.
pub(crate) struct PartFile {
    file: File,
    name: PartName,
}

/// Removes its file when it goes; a separate value, so that the file is closed first.
struct PartName {
    path: PathBuf,
    settled: bool,
}

impl PartFile {
    /// Begins a file in a folder that exists.
    pub(crate) fn create(folder: &Path) -> Result<PartFile, Error> {
        let path = folder.join(format!("{PART}{}", uuid::Uuid::now_v7().simple()));
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        let file = options.open(&path).map_err(Error::file("create", &path))?;
        Ok(PartFile { file, name: PartName { path, settled: false } })
    }

    /// The open file.
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Where it lies until it is settled.
    pub(crate) fn path(&self) -> &Path {
        &self.name.path
    }

    /// Makes the bytes durable and gives them their final name, in place of a file that has it.
    pub(crate) fn publish(self, to: &Path) -> Result<(), Error> {
        let PartFile { file, mut name } = self;
        file.sync_all().map_err(Error::file("make durable", &name.path))?;
        drop(file);
        fs::rename(&name.path, to).map_err(Error::file("rename to", to))?;
        name.settled = true;
        sync_parent(to)
    }

    /// Removes it, and says if that did not work.
    pub(crate) fn discard(self) -> Result<(), Error> {
        let PartFile { file, mut name } = self;
        drop(file);
        fs::remove_file(&name.path).map_err(Error::file("remove", &name.path))?;
        name.settled = true;
        Ok(())
    }
}

impl Drop for PartName {
    fn drop(&mut self) {
        if !self.settled {
            // If this does not work either, the sweep finds it by its name.
            drop(fs::remove_file(&self.path));
        }
    }
}

/// Makes a folder and its parents, each durably.
pub(crate) fn ensure_folder(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        ensure_folder(parent)?;
    }
    match fs::create_dir(folder) {
        Ok(()) => sync_parent(folder),
        // Another machine was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(Error::file("create the folder", folder)(error)),
    }
}

/// Makes the entry of a file in its folder durable.
pub(crate) fn sync_parent(path: &Path) -> Result<(), Error> {
    match path.parent() {
        Some(folder) => sync_folder(folder).map_err(Error::file("make durable the folder", folder)),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some shares cannot fsync a folder; they write through.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        answer => answer,
    }
}

// Windows writes a folder's entries through the journal of the volume and offers no call for one folder.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Reads a file to its end and hashes it.
pub(crate) fn hash(path: &Path) -> Result<Hashed, Error> {
    let mut file = File::open(path).map_err(Error::file("open", path))?;
    copy_hashed(&mut file, &mut io::sink()).map_err(Error::file("read", path))
}

/// Copies everything and hashes it on the way.
pub(crate) fn copy_hashed(from: &mut impl Read, to: &mut impl Write) -> io::Result<Hashed> {
    let mut hasher = Sha256::new();
    let mut block = vec![0; BLOCK];
    let mut bytes = 0;
    loop {
        match from.read(&mut block) {
            Ok(0) => break,
            Ok(count) => {
                hasher.update(&block[..count]);
                to.write_all(&block[..count])?;
                bytes += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Hashed { bytes, sha256: hex(&hasher.finalize()) })
}

/// Hashes bytes in memory.
pub(crate) fn hash_bytes(bytes: &[u8]) -> Hashed {
    Hashed { bytes: bytes.len() as u64, sha256: hex(&Sha256::digest(bytes)) }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
