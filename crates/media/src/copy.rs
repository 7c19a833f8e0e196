//! Copies of whole files under names that are no claim's: out of the media root, or into a new one.

use std::fs::File;
use std::path::Path;

use crate::Error;
use crate::durable::{self, PartFile};

/// What a copy found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// It was made.
    Made,
    /// A file with the same bytes was there.
    There,
}

/// Copies a file whole, durably and under its final name only once it is complete. The bytes must have this hash, if
/// there is one to go by. A file with other bytes that has the name is replaced only if `replace` says so.
pub fn copy_checked(from: &Path, to: &Path, sha256: Option<&str>, replace: Replace) -> Result<Copied, Error> {
    if to.try_exists().map_err(Error::file("look for", to))? {
        let there = durable::hash(to)?.sha256;
        let same = match sha256 {
            Some(expected) => there == expected,
            None => there == durable::hash(from)?.sha256,
        };
        match (same, replace) {
            (true, _) => return Ok(Copied::There),
            (false, Replace::Never) => return Err(Error::Occupied { path: to.to_path_buf() }),
            (false, Replace::Other) => {}
        }
    }
    let folder = to.parent().unwrap_or(Path::new("."));
    durable::ensure_folder(folder)?;
    let mut source = File::open(from).map_err(Error::file("open", from))?;
    let mut part = PartFile::create(folder)?;
    let copied = durable::copy_hashed(&mut source, part.file()).map_err(Error::file("copy", from))?;
    if let Some(expected) = sha256.filter(|it| *it != copied.sha256) {
        let (path, expected) = (from.to_path_buf(), expected.to_owned());
        return Err(Error::Changed { path, expected, got: copied.sha256 });
    }
    part.publish(to)?;
    Ok(Copied::Made)
}

/// Whether a copy takes the place of a file with other bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replace {
    /// It is refused.
    Never,
    /// It does.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_checked_made_once_and_never_takes_another_files_place() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("a"), folder.path().join("b/c"));
        std::fs::write(&from, "one").unwrap();
        let one = durable::hash_bytes(b"one").sha256;
        let copy = |sha256: Option<&str>, replace| copy_checked(&from, &to, sha256, replace);
        assert!(matches!(copy(Some("0"), Replace::Never), Err(Error::Changed { .. })));
        assert!(!to.exists(), "a file that fails its check is not there");
        assert_eq!(copy(Some(&one), Replace::Never).unwrap(), Copied::Made);
        assert_eq!(copy(None, Replace::Never).unwrap(), Copied::There);
        std::fs::write(&to, "another").unwrap();
        assert!(matches!(copy(Some(&one), Replace::Never), Err(Error::Occupied { .. })));
        assert_eq!(std::fs::read_to_string(&to).unwrap(), "another");
        assert_eq!(copy(None, Replace::Other).unwrap(), Copied::Made);
        assert_eq!(std::fs::read_to_string(&to).unwrap(), "one");
        assert_eq!(std::fs::read_dir(to.parent().unwrap()).unwrap().count(), 1, "no part stays behind");
    }
}
