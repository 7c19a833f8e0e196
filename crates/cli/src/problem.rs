//! One thing that is wrong in a file that a person wrote, and where.

use std::fmt;

/// More problems than this are counted, not shown.
const SHOWN: usize = 20;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line on which it is, counted from 1.
    pub line: Option<usize>,
    /// What on that line: "column `duration`", "key `fps`".
    pub place: Option<String>,
    /// "expected X, got Y".
    pub reason: String,
}

impl Problem {
    /// A problem of the whole file.
    pub fn whole(reason: impl Into<String>) -> Problem {
        Problem { line: None, place: None, reason: reason.into() }
    }

    /// A problem of a line.
    pub fn line(line: usize, reason: impl Into<String>) -> Problem {
        Problem { line: Some(line), place: None, reason: reason.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map(|it| format!("line {it}"));
        let place: Vec<String> = line.into_iter().chain(self.place.clone()).collect();
        match place.join(", ").as_str() {
            "" => f.write_str(&self.reason),
            place => write!(f, "{place}: {}", self.reason),
        }
    }
}

/// Writes the problems below a heading, the first twenty of them.
pub(crate) fn list(f: &mut fmt::Formatter<'_>, problems: &[Problem]) -> fmt::Result {
    for problem in problems.iter().take(SHOWN) {
        write!(f, "\n  {problem}")?;
    }
    match problems.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more"),
    }
}

/// The start of a text that is not ours, fit for one line of a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String =
        text.chars().take(LONGEST).map(|it| if it.is_control() { ' ' } else { it }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// The line on which the text after these bytes stands.
pub(crate) fn line_at(before: &[u8]) -> usize {
    1 + before.iter().filter(|it| **it == b'\n').count()
}
