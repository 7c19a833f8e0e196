//! `cargo xtask tidy`: what the compiler does not check.
//!
//! Each check is a function from what it looks at to what it finds, so that a test can show it failing.

mod arrows;
mod licences;
mod manifests;
mod map;
mod sizes;
mod statements;
mod tree;
mod words;

use std::path::Path;

use cargo_metadata::{CargoOpt, Metadata, MetadataCommand};

use crate::Error;
use tree::Tree;

/// Checks the workspace, and lists what is to put right.
pub(crate) fn run(root: &Path) -> Result<(), Error> {
    let findings = findings(root)?;
    for finding in &findings {
        println!("{finding}");
    }
    if findings.is_empty() { Ok(()) } else { Err(Error::Untidy(findings.len())) }
}

fn findings(root: &Path) -> Result<Vec<String>, Error> {
    let tree = Tree::read(root)?;
    let metadata = describe(root)?;
    Ok([
        arrows::check(&arrows::of(&metadata)),
        licences::check(&licences::of(&metadata)),
        manifests::check(&tree),
        map::check(&tree),
        sizes::check(&tree),
        statements::check(&tree),
        words::check(&tree),
    ]
    .concat())
}

/// The workspace and everything that this machine builds for it: those crates are here already, so this needs no
/// network after a build.
fn describe(root: &Path) -> Result<Metadata, Error> {
    let mut command = MetadataCommand::new();
    command.current_dir(root).features(CargoOpt::AllFeatures);
    command.other_options(["--locked", "--filter-platform", "host-tuple"].map(String::from));
    Ok(command.exec()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_workspace_is_tidy() {
        let findings = super::findings(&crate::workspace_root()).unwrap();
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}
