//! Words and names that do not belong into the workspace.

use super::tree::Tree;

/// Marks of unfinished work. Split, so that this file is clean.
const UNFINISHED: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
/// Folders of one machine.
const MACHINES: [&str; 2] = [concat!("/wo", "rk/"), concat!("/ro", "ot/")];
/// Lints are expected with a reason, and so complain when the reason has gone.
const SILENCED: [&str; 2] = [concat!("#[al", "low("), concat!("#![al", "low(")];
/// Names that say nothing.
const EMPTY_NAMES: [&str; 5] = ["utils", "util", "helpers", "helper", "common"];

/// What each file says that it should not.
pub(super) fn check(tree: &Tree) -> Vec<String> {
    let mut found: Vec<String> = tree.files.iter().filter_map(|file| empty_name(&file.path)).collect();
    for (path, text) in tree.texts(|_| true) {
        for (at, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", at + 1);
            found.extend(in_line(path, line).into_iter().map(|what| format!("{place}: {what}")));
        }
    }
    found
}

fn empty_name(path: &str) -> Option<String> {
    let mut names = path.split('/').map(|name| name.split('.').next().unwrap_or_default());
    let name = names.find(|name| EMPTY_NAMES.contains(name))?;
    Some(format!("{path}: the name `{name}` does not say what is inside"))
}

fn in_line(path: &str, line: &str) -> Vec<String> {
    let unfinished = UNFINISHED.iter().filter(|mark| has_word(line, mark));
    let unfinished =
        unfinished.map(|mark| format!("`{mark}` marks unfinished work: finish it, or file an issue"));
    let machines = MACHINES.iter().filter(|folder| starts_a_path(line, folder));
    let machines = machines.map(|folder| format!("`{folder}` is a folder of one machine"));
    let silenced = SILENCED.iter().filter(|attribute| path.ends_with(".rs") && line.contains(*attribute));
    let silenced = silenced.map(|attribute| format!("`{attribute}..)]`: write `expect`, with a reason"));
    unfinished.chain(machines).chain(silenced).collect()
}

fn has_word(line: &str, word: &str) -> bool {
    let part_of_a_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(part_of_a_word) && !line[at + word.len()..].starts_with(part_of_a_word)
    })
}

/// Whether a path begins here, rather than goes on: `a/work/b` is nobody's folder.
fn starts_a_path(line: &str, folder: &str) -> bool {
    let goes_on = |letter: char| letter.is_alphanumeric() || "_-.~}*".contains(letter);
    line.match_indices(folder).any(|(at, _)| !line[..at].ends_with(goes_on))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn marks_of_unfinished_work_are_found_as_words() {
        for mark in UNFINISHED {
            assert_eq!(found("a.md", &format!("first\n({mark}: more)")), 1, "{mark}");
            assert_eq!(found("a.md", &format!("{mark}S and X{mark}")), 0, "{mark}");
        }
    }

    #[test]
    fn folders_of_one_machine_are_found_where_a_path_begins() {
        for folder in MACHINES {
            for text in [format!("see {folder}main"), format!("\"{folder}x\""), format!("file://{folder}x")] {
                assert_eq!(found("a.toml", &text), 1, "{text}");
            }
            assert_eq!(found("a.toml", &format!("commands{folder}claim.rs")), 0, "{folder}");
        }
    }

    #[test]
    fn silenced_lints_are_found_in_rust_only() {
        for attribute in SILENCED {
            assert_eq!(found("a.rs", &format!("{attribute}dead_code)]")), 1);
            assert_eq!(found("a.md", &format!("never `{attribute}..`")), 0);
        }
    }

    #[test]
    fn names_that_say_nothing_are_found() {
        for path in ["crates/a/src/utils.rs", "tests/common/mod.rs", "helpers/shot.sql"] {
            assert_eq!(found(path, ""), 1, "{path}");
        }
        assert_eq!(found("crates/a/src/commonplace.rs", ""), 0);
    }
}
