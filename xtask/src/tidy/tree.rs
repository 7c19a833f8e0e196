//! The files of the workspace, without what `.gitignore` names.

use std::path::Path;

use crate::Error;

/// All files, in the order of their paths.
pub(super) struct Tree {
    pub(super) files: Vec<File>,
}

/// One file.
pub(super) struct File {
    /// From the root, with `/`.
    pub(super) path: String,
    /// `None` where it is no text.
    pub(super) text: Option<String>,
}

impl Tree {
    /// Reads the folder of the workspace.
    pub(super) fn read(root: &Path) -> Result<Self, Error> {
        let ignored = std::fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
        let ignored: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('/')).collect();
        let mut tree = Self { files: Vec::new() };
        tree.add(root, "", &|path| path == ".git" || ignored.contains(&path))?;
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    fn add(&mut self, folder: &Path, above: &str, skip: &dyn Fn(&str) -> bool) -> Result<(), Error> {
        let unread = |source| Error::Read { path: folder.into(), source };
        for entry in std::fs::read_dir(folder).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let path = format!("{above}{}", entry.file_name().to_string_lossy());
            if skip(&path) {
                continue;
            }
            if entry.file_type().map_err(unread)?.is_dir() {
                self.add(&entry.path(), &format!("{path}/"), skip)?;
            } else {
                let text = std::fs::read(entry.path()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
                self.files.push(File { path, text });
            }
        }
        Ok(())
    }

    /// The text files whose path satisfies `wanted`.
    pub(super) fn texts<'a>(
        &'a self,
        wanted: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let chosen = self.files.iter().filter(move |file| wanted(&file.path));
        chosen.filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
    }

    /// Whether there is a file or a folder with this path.
    pub(super) fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.files.iter().any(|file| {
            file.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// A tree for a test.
    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let files =
            files.iter().map(|(path, text)| File { path: (*path).into(), text: Some((*text).into()) });
        Self { files: files.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_folders_and_what_is_no_text_are_left_out() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, bytes: &[u8]| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        write(".gitignore", b"/target\n");
        write("target/out.rs", b"x");
        write(".git/config", b"x");
        write("crates/a/target/kept.rs", b"y");
        write("picture.png", &[0xff, 0xfe]);
        let tree = Tree::read(root.path()).unwrap();
        let paths: Vec<&str> = tree.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [".gitignore", "crates/a/target/kept.rs", "picture.png"]);
        assert_eq!(
            tree.texts(|path| path != ".gitignore").collect::<Vec<_>>(),
            [("crates/a/target/kept.rs", "y")]
        );
    }

    #[test]
    fn a_folder_is_there_when_a_file_in_it_is() {
        let tree = Tree::of(&[("crates/core/src/lib.rs", "")]);
        for path in ["crates", "crates/core/", "crates/core/src/lib.rs"] {
            assert!(tree.has(path), "{path}");
        }
        assert!(!tree.has("crates/co"));
    }
}
