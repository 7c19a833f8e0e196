//! Whether the paths in ARCHITECTURE.md are real.

use super::tree::Tree;

const MAP: &str = "ARCHITECTURE.md";

/// The paths in the map that lead nowhere.
pub(super) fn check(tree: &Tree) -> Vec<String> {
    let Some((_, map)) = tree.texts(|path| path == MAP).next() else {
        return vec![format!("{MAP} is missing: a new reader needs a map of the crates")];
    };
    let lost = paths(map).into_iter().filter(|path| !tree.has(path));
    lost.map(|path| format!("{MAP}: there is no `{path}`")).collect()
}

/// What stands in backticks and looks like a path: it has a slash, or the ending of a source file.
fn paths(text: &str) -> Vec<&str> {
    let mut outside_fences = true;
    let prose = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        outside_fences ^= fence;
        outside_fences && !fence
    });
    let quoted = prose.flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|word| looks_like_a_path(word)).collect()
}

fn looks_like_a_path(word: &str) -> bool {
    let plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/".contains(letter));
    let source = [".rs", ".toml", ".md", ".sql"]
        .iter()
        .any(|ending| word.len() > ending.len() && word.ends_with(ending));
    plain && !word.starts_with('/') && (word.contains('/') || source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_leads_nowhere_is_found() {
        let map = "See `crates/core`, `crates/moon/src/lib.rs` and `clippy.toml`.";
        let tree = Tree::of(&[(MAP, map), ("crates/core/Cargo.toml", ""), ("clippy.toml", "")]);
        assert_eq!(check(&tree), ["ARCHITECTURE.md: there is no `crates/moon/src/lib.rs`"]);
    }

    #[test]
    fn a_missing_map_is_found() {
        assert!(check(&Tree::of(&[]))[0].contains("ARCHITECTURE.md is missing"));
    }

    #[test]
    fn only_what_looks_like_a_path_is_one() {
        let text = "`core::next` `cargo xtask test` `postgres://host/db` `a/b/` `x.rs` `.sql` `rushes`\n```\n`c/d`\n```\n`e/f`";
        assert_eq!(paths(text), ["a/b/", "x.rs", "e/f"]);
    }
}
