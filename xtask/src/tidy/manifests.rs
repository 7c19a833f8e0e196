//! Whether every crate takes the lints of the workspace.

use super::tree::Tree;

/// The crates that go their own way.
pub(super) fn check(tree: &Tree) -> Vec<String> {
    let manifests = tree.texts(|path| path.ends_with("/Cargo.toml"));
    let without = manifests.filter(|(_, text)| !takes_the_lints(text));
    without.map(|(path, _)| format!("{path}: expected `[lints]` to be `workspace = true`")).collect()
}

fn takes_the_lints(manifest: &str) -> bool {
    let table = manifest.parse::<toml::Table>().unwrap_or_default();
    let lints = table.get("lints").and_then(|lints| lints.get("workspace"));
    lints.and_then(toml::Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_with_lints_of_its_own_is_found() {
        let good = "[package]\nname = \"a\"\n[lints]\nworkspace = true\n";
        let own = "[package]\nname = \"b\"\n[lints.rust]\nunsafe_code = \"allow\"\n";
        let none = "[package]\nname = \"c\"\n";
        let tree = Tree::of(&[("a/Cargo.toml", good), ("b/Cargo.toml", own), ("c/Cargo.toml", none)]);
        let found = check(&tree);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("b/Cargo.toml") && found[1].starts_with("c/Cargo.toml"));
    }
}
