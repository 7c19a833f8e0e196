//! The media root as a folder: one machine's own, or one that several machines share.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::durable::{self, Hashed};
use crate::{Error, walk};

/// The file by which machines find out whether they see the same folder.
const MARKER: &str = ".rushes-media";
/// How often, and how long apart, a marker is read that another machine is just writing.
const MARKER_LOOKS: u32 = 20;
const MARKER_PAUSE: Duration = Duration::from_millis(50);

/// The folder that holds frames and clips.
#[derive(Debug, Clone)]
pub struct MediaRoot {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// As the settings name it, for messages and for programs that dislike Windows' `\\?\` form.
    folder: PathBuf,
    /// With every link followed, to compare with.
    real: PathBuf,
    /// The id that was read in it, once one was.
    marker: OnceLock<String>,
}

impl MediaRoot {
    /// Opens a media root; the folder is made if it is missing.
    pub fn open(folder: impl Into<PathBuf>) -> Result<MediaRoot, Error> {
        let folder = folder.into();
        let folder = std::path::absolute(&folder).map_err(Error::file("find the folder", &folder))?;
        durable::ensure_folder(&folder)?;
        let real = fs::canonicalize(&folder).map_err(Error::file("find the folder", &folder))?;
        Ok(MediaRoot { inner: Arc::new(Inner { folder, real, marker: OnceLock::new() }) })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.inner.folder
    }

    /// Where a relative path of the database lies. A path that could lie outside is refused: an absolute one, one
    /// with `..`, `\`, `:` or NUL, and one whose existing part leaves the root by a symbolic link.
    pub fn resolve(&self, relative: &str) -> Result<PathBuf, Error> {
        let refuse = |expected| Error::Path { path: relative.escape_debug().to_string(), expected };
        if relative.contains(['\\', ':', '\0']) {
            return Err(refuse("no `\\`, `:` or NUL"));
        }
        if relative.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Err(refuse("names with single `/` between them"));
        }
        self.is_there()?;
        let path = self.inner.folder.join(relative);
        let mut exists = path.as_path();
        while fs::symlink_metadata(exists).is_err() {
            exists = exists.parent().ok_or_else(|| refuse("a path in the media root"))?;
        }
        // A link to nowhere does not resolve either, and what is written through it lands outside.
        match fs::canonicalize(exists) {
            Ok(real) if real.starts_with(&self.inner.real) => Ok(path),
            // The folder itself may be a link that was pointed elsewhere.
            Ok(_) if fs::canonicalize(self.folder()).is_ok_and(|it| it != self.inner.real) => {
                Err(Error::Unmounted { folder: self.inner.folder.clone() })
            }
            Ok(_) => Err(refuse("a path that no symbolic link leads out of the media root")),
            Err(error) if error.kind() == io::ErrorKind::NotFound && exists.is_symlink() => {
                Err(refuse("a path that no symbolic link leads out of the media root"))
            }
            Err(error) => Err(Error::file("find", exists)(error)),
        }
    }

    /// Every frame and clip, as relative paths; unfinished files are left out.
    pub fn files(&self) -> Result<Vec<String>, Error> {
        let files = walk::files(&self.inner.folder)?;
        Ok(files.into_iter().filter(|file| !file.unfinished()).map(|file| file.relative).collect())
    }

    /// Unfinished files whose last write is longer ago than this: their writer died.
    pub fn leftovers(&self, older_than: Duration) -> Result<Vec<String>, Error> {
        let files = walk::files(&self.inner.folder)?;
        let old = |file: &walk::Found| file.unfinished() && file.age.is_some_and(|age| age > older_than);
        Ok(files.into_iter().filter(old).map(|file| file.relative).collect())
    }

    /// Whether this is still the folder that was opened. A share that went away often leaves an empty folder at its
    /// place; what is written into that is lost to everybody else.
    pub fn is_there(&self) -> Result<(), Error> {
        fs::symlink_metadata(self.folder()).map_err(Error::file("find the media folder", self.folder()))?;
        let Some(id) = self.inner.marker.get() else { return Ok(()) };
        let marker = self.inner.folder.join(MARKER);
        match fs::read_to_string(&marker) {
            Ok(text) if text.trim() == id => Ok(()),
            // A system that does not answer well says nothing of the folder; whoever uses it will see.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Ok(()),
            Ok(_) | Err(_) => Err(Error::Unmounted { folder: self.inner.folder.clone() }),
        }
    }

    /// The id of this folder, if it has one.
    pub fn known_marker(&self) -> Result<Option<String>, Error> {
        let path = self.inner.folder.join(MARKER);
        if !path.try_exists().map_err(Error::file("look for the marker", &path))? {
            return Ok(None);
        }
        read_marker(&path).map(Some)
    }

    /// The id of this folder, made at the first call: machines that read the same id see the same folder.
    pub fn marker(&self) -> Result<String, Error> {
        let id = self.made_marker()?;
        Ok(self.inner.marker.get_or_init(|| id).clone())
    }

    fn made_marker(&self) -> Result<String, Error> {
        let path = self.inner.folder.join(MARKER);
        match File::options().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                let id = uuid::Uuid::now_v7().to_string();
                let written = file.write_all(format!("{id}\n").as_bytes()).and_then(|()| file.sync_all());
                written.map_err(Error::file("write the marker", &path))?;
                durable::sync_parent(&path)?;
                Ok(id)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read_marker(&path),
            Err(error) => Err(Error::file("create the marker", &path)(error)),
        }
    }

    /// Proves that files can be written here and read back.
    pub fn writable(&self) -> Result<(), Error> {
        const PROBE: &[u8] = b"rushes writes here\n";
        let mut probe = durable::PartFile::create(&self.inner.folder)?;
        let path = probe.path().to_path_buf();
        let written = probe.file().write_all(PROBE).and_then(|()| probe.file().sync_all());
        written.map_err(Error::file("write", &path))?;
        let mut read = Vec::new();
        let file = File::open(&path);
        file.and_then(|mut file| file.read_to_end(&mut read)).map_err(Error::file("read back", &path))?;
        if read != PROBE {
            return Err(Error::ReadBack {
                relative: path.file_name().map(OsStr::to_string_lossy).unwrap_or_default().into_owned(),
                expected: durable::hash_bytes(PROBE).sha256,
                got: durable::hash_bytes(&read).sha256,
            });
        }
        probe.discard()
    }

    /// How much room is left for this user.
    pub fn free_bytes(&self) -> Result<u64, Error> {
        fs4::available_space(&self.inner.folder)
            .map_err(Error::file("measure the free space of", self.folder()))
    }

    /// The length and the hash of any file.
    pub fn hash(path: &Path) -> Result<Hashed, Error> {
        durable::hash(path)
    }
}

fn read_marker(path: &Path) -> Result<String, Error> {
    let mut text = String::new();
    for _ in 0..MARKER_LOOKS {
        text = fs::read_to_string(path).map_err(Error::file("read the marker", path))?;
        // The line end is written last: without it, another machine is still writing.
        if let Some(id) = text.strip_suffix('\n').map(str::trim).filter(|id| !id.is_empty()) {
            return Ok(id.to_owned());
        }
        std::thread::sleep(MARKER_PAUSE);
    }
    Err(Error::Marker { path: path.to_path_buf(), got: text.escape_debug().take(80).collect() })
}

#[cfg(test)]
#[path = "root_tests.rs"]
mod tests;
