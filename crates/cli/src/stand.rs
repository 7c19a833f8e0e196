//! Where a person stands: the command lines that we tell them have to work there.

use std::path::{Path, PathBuf};

use crate::args::{Cli, Command};
use crate::commands::run::folder_of;
use crate::settings;

/// How the hints of this program begin a command line.
const RUSHES: &str = "`rushes ";
/// Commands that make or need no project.
const WITHOUT: [&str; 4] = ["run", "demo", "completions", "--help"];

/// The project that a command is about, if the commands that follow would not find it by themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stand {
    project: Option<PathBuf>,
}

impl Stand {
    /// Where the person stands who typed this.
    pub fn of(cli: &Cli) -> Stand {
        let folder = match (&cli.command, &cli.project) {
            (Command::Demo(typed), _) => Some(typed.folder.clone()),
            (Command::Run(typed), None) => Some(folder_of(&typed.storyboard)),
            (_, named) => named.clone(),
        };
        Stand { project: folder.filter(|it| !is_found(it)) }
    }

    /// Where a person stands who is told of a project.
    pub fn at(project: &Path) -> Stand {
        let here = std::env::current_dir().unwrap_or_default();
        let near = project.strip_prefix(&here).unwrap_or(project);
        Stand { project: Some(near.to_owned()).filter(|it| !is_found(it)) }
    }

    /// A text with each command line in it such that it works from here.
    pub fn command_lines(&self, text: &str) -> String {
        let Some(project) = &self.project else { return text.to_owned() };
        let mut pieces = text.split(RUSHES);
        let mut told = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            told.push_str(RUSHES);
            let command = piece.split(['`', ' ']).next().unwrap_or_default();
            if !WITHOUT.contains(&command) {
                told.push_str(&format!("--project {} ", quoted(project)));
            }
            told.push_str(piece);
        }
        told
    }
}

/// Whether a command without `--project` would find this folder.
fn is_found(folder: &Path) -> bool {
    let Ok(here) = std::env::current_dir() else { return false };
    let real = |it: PathBuf| it.canonicalize().ok();
    let found = settings::find_project(&here).unwrap_or_else(|| here.clone());
    real(found).is_some_and(|it| real(here.join(folder)) == Some(it))
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |it: char| it.is_alphanumeric() || matches!(it, '/' | '.' | '_' | '-' | ':' | '\\');
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(project: &str, text: &str) -> String {
        Stand { project: Some(PathBuf::from(project)) }.command_lines(text)
    }

    #[test]
    fn a_command_line_names_the_project_that_it_would_not_find() {
        let hint = "`rushes alerts` says why; `--slates` and `rushes work --id 001`";
        assert_eq!(
            told("a.csv.rushes", hint),
            "`rushes --project a.csv.rushes alerts` says why; `--slates` and `rushes --project a.csv.rushes work --id 001`"
        );
        assert_eq!(told("my film's", "`rushes status`"), "`rushes --project 'my film'\\''s' status`");
        assert_eq!(
            told("长街", "`rushes run a.csv` or `rushes init`"),
            "`rushes run a.csv` or `rushes --project 长街 init`"
        );
        assert_eq!(Stand::default().command_lines(hint), hint);
    }
}
