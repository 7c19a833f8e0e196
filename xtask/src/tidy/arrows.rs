//! Which crate may depend on which of ours.

use cargo_metadata::{DependencyKind, Metadata};

/// The one table: a crate, the crates of ours that it may use, and why. For its tests it may also use the testkit.
const ALLOWED: [(&str, &[&str], &str); 8] = [
    ("rushes-core", &[], "the domain knows nobody, so that it can be read and tested alone"),
    ("rushes-store", &["rushes-core"], "rows become the domain's values"),
    ("rushes-media", &["rushes-core"], "files are named by the domain's ids"),
    (
        "rushes-makers",
        &["rushes-core", "rushes-media"],
        "the drawn clips are written by the clip writer of media",
    ),
    (
        "rushes-worker",
        &["rushes-core", "rushes-store", "rushes-media", "rushes-makers"],
        "the loops move work between rows, makers and files",
    ),
    (
        "rushes",
        &["rushes-core", "rushes-store", "rushes-media", "rushes-makers", "rushes-worker"],
        "the program puts all together",
    ),
    (TESTKIT, &[], "tests of every crate stand on it, so it stands on none"),
    ("xtask", &[TESTKIT], "it starts the servers for the tests"),
];

const TESTKIT: &str = "rushes-testkit";

/// One dependency between crates of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arrow {
    from: String,
    to: String,
    for_tests: bool,
}

/// All arrows of the workspace, and a crate without any as an arrow to itself.
pub(super) fn of(metadata: &Metadata) -> Vec<Arrow> {
    let ours = metadata.workspace_packages();
    let mut arrows = Vec::new();
    for package in &ours {
        let arrow = |to: &str, for_tests| Arrow { from: package.name.to_string(), to: to.into(), for_tests };
        arrows.push(arrow(&package.name, false));
        let inner =
            package.dependencies.iter().filter(|used| ours.iter().any(|crate_| *crate_.name == used.name));
        arrows.extend(inner.map(|used| arrow(&used.name, used.kind == DependencyKind::Development)));
    }
    arrows
}

/// The arrows that the table does not allow.
pub(super) fn check(arrows: &[Arrow]) -> Vec<String> {
    arrows.iter().filter_map(finding).collect()
}

fn finding(Arrow { from, to, for_tests }: &Arrow) -> Option<String> {
    let Some((_, allowed, why)) = ALLOWED.iter().find(|(name, ..)| name == from) else {
        return Some(format!("crate `{from}` has no line in the table of xtask/src/tidy/arrows.rs"));
    };
    let may = from == to || allowed.contains(&to.as_str()) || (*for_tests && to == TESTKIT);
    let allowed = if allowed.is_empty() { "none of ours".into() } else { allowed.join(", ") };
    (!may).then(|| format!("expected crate `{from}` to use {allowed} ({why}), got `{to}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(from: &str, to: &str, for_tests: bool) -> Vec<String> {
        check(&[Arrow { from: from.into(), to: to.into(), for_tests }])
    }

    #[test]
    fn an_arrow_against_the_flow_names_both_ends() {
        let found = found("rushes-core", "rushes-store", false);
        assert!(found[0].contains("`rushes-core`") && found[0].contains("`rushes-store`"), "{found:?}");
    }

    #[test]
    fn the_testkit_is_for_tests_and_xtask_only() {
        assert_eq!(found("rushes-store", TESTKIT, false).len(), 1);
        assert_eq!(found("rushes-store", TESTKIT, true).len(), 0);
        assert_eq!(found("xtask", TESTKIT, false).len(), 0);
    }

    #[test]
    fn tests_do_not_turn_an_arrow_round() {
        assert_eq!(found("rushes-media", "rushes-makers", true).len(), 1);
        assert_eq!(found("rushes-makers", "rushes-media", false).len(), 0);
    }

    #[test]
    fn a_crate_without_a_line_in_the_table_is_found() {
        assert_eq!(found("rushes-poetry", "rushes-poetry", false).len(), 1);
    }
}
