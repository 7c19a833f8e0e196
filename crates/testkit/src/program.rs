//! Finds the programs of the database servers, which Debian keeps off the PATH of a user.

use std::path::{Path, PathBuf};

/// The file of a program, or `None` where this machine has none.
///
/// Debian's PostgreSQL folders come first, newest first: its `psql` on the PATH is a slow wrapper.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = postgres_folders(Path::new("/usr/lib/postgresql"));
    folders.extend(std::env::split_paths(&path));
    folders
        .extend(["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"].map(PathBuf::from));
    find_in(&folders, name)
}

fn find_in(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    folders.iter().map(|folder| folder.join(&file)).find(|program| program.is_file())
}

/// `root/15/bin`, `root/13/bin`, ...: the newest version first.
fn postgres_folders(root: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(root) else { return Vec::new() };
    let mut versions: Vec<u32> =
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    versions.sort_unstable_by(|a, b| b.cmp(a));
    versions.into_iter().map(|version| root.join(version.to_string()).join("bin")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_postgres_comes_first_by_number_not_by_text() {
        let root = tempfile::tempdir().unwrap();
        for version in ["9", "13", "15", "notes"] {
            std::fs::create_dir_all(root.path().join(version).join("bin")).unwrap();
        }
        let found = postgres_folders(root.path());
        let expected: Vec<_> = ["15", "13", "9"].map(|version| root.path().join(version).join("bin")).into();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_program_is_taken_from_the_first_folder_that_has_it() {
        let (empty, one, two) =
            (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = format!("tool{}", std::env::consts::EXE_SUFFIX);
        for folder in [&one, &two] {
            std::fs::write(folder.path().join(&file), "").unwrap();
        }
        let folders: Vec<_> = [&empty, &one, &two].map(|folder| folder.path().to_path_buf()).into();
        assert_eq!(find_in(&folders, "tool"), Some(one.path().join(file)));
        assert_eq!(find_in(&folders, "other"), None);
    }
}
