//! Why a storyboard file was not read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::problem::{self, Problem};

const NOTHING_IMPORTED: &str = "nothing was imported; mend what is listed and import the file again";

/// Everything that is wrong with a storyboard file.
#[derive(Debug)]
pub struct ImportErrors {
    path: PathBuf,
    source: Option<io::Error>,
    problems: Vec<Problem>,
    hint: &'static str,
}

impl ImportErrors {
    pub(super) fn unreadable(path: &Path, source: io::Error) -> ImportErrors {
        let hint = if source.kind() == io::ErrorKind::NotFound {
            "see that the name is right; it is looked for from the current folder"
        } else {
            "see that it is a file and that this user may read it"
        };
        ImportErrors { path: path.to_owned(), source: Some(source), problems: Vec::new(), hint }
    }

    pub(super) fn refused(path: &Path, refusal: Refusal) -> ImportErrors {
        let Refusal { problems, hint } = refusal;
        ImportErrors { path: path.to_owned(), source: None, problems, hint }
    }

    /// What is wrong, line by line; empty if the file could not be read at all.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        self.hint
    }
}

impl fmt::Display for ImportErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "read the storyboard `{}`", self.path.display())?;
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

impl std::error::Error for ImportErrors {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|it| it as _)
    }
}

/// Why a file's content is not a storyboard; the file's name is added by the caller.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) problems: Vec<Problem>,
    hint: &'static str,
}

impl Refusal {
    /// One thing, and what to do about it.
    pub(super) fn whole(reason: impl Into<String>, hint: &'static str) -> Refusal {
        Refusal::one(Problem::whole(reason), hint)
    }

    /// One thing on a line, and what to do about it.
    pub(super) fn one(problem: Problem, hint: &'static str) -> Refusal {
        Refusal { problems: vec![problem], hint }
    }

    /// Bad rows.
    pub(super) fn rows(problems: Vec<Problem>) -> Refusal {
        Refusal { problems, hint: NOTHING_IMPORTED }
    }
}
