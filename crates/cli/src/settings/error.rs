//! Why the settings cannot be used.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::problem::{self, Problem};

const MEND: &str =
    "change what is listed; the rushes.toml that `rushes init` makes in a new folder explains each key";

/// Everything that is wrong with the settings.
#[derive(Debug)]
pub struct SettingsErrors {
    path: PathBuf,
    source: Option<io::Error>,
    problems: Vec<Problem>,
    hint: &'static str,
}

impl SettingsErrors {
    pub(super) fn unreadable(path: &Path, source: io::Error) -> SettingsErrors {
        let missing = source.kind() == io::ErrorKind::NotFound;
        let hint = if missing {
            "make a project with `rushes init`"
        } else {
            "see that this user may read the file"
        };
        SettingsErrors { path: path.to_owned(), source: Some(source), problems: Vec::new(), hint }
    }

    pub(super) fn wrong(path: &Path, problems: Vec<Problem>, hint: Option<&'static str>) -> SettingsErrors {
        SettingsErrors { path: path.to_owned(), source: None, problems, hint: hint.unwrap_or(MEND) }
    }

    /// What is wrong, key by key; empty if the file could not be read at all.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        self.hint
    }
}

impl fmt::Display for SettingsErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "use the settings `{}`", self.path.display())?;
        match self.problems.as_slice() {
            [] => Ok(()),
            [only] => write!(f, ": {only}"),
            many => {
                write!(f, ": {} problems", many.len())?;
                problem::list(f, many)
            }
        }
    }
}

impl std::error::Error for SettingsErrors {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|it| it as _)
    }
}
