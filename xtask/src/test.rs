//! `cargo xtask test`: everything that must pass, in the order in which a mistake is found soonest.

use std::path::Path;

use crate::Error;
use crate::steps::{Steps, cargo, run as run_command};
use crate::{setup, tidy};

const CLIPPY: [&str; 9] = [
    "clippy",
    "--locked",
    "--release",
    "--workspace",
    "--all-targets",
    "--all-features",
    "--",
    "-D",
    "warnings",
];
const TEST: [&str; 5] = ["test", "--locked", "--release", "--workspace", "--all-features"];

/// Runs all steps; the first that fails ends it.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), Error> {
    let mut steps = Steps::default();
    steps.step("setup", setup::run)?;
    steps.step("format", || run_command(&mut cargo(root, &["fmt", "--all", "--check"])))?;
    steps.step("clippy", || run_command(&mut cargo(root, &CLIPPY)))?;
    steps.step("tidy", || tidy::run(root))?;
    let mut command = cargo(root, &TEST);
    command.args(arguments);
    // Whatever happens from here on, the servers end with this value or with this process.
    #[cfg(unix)]
    let servers = steps.step("servers up", crate::servers::start)?;
    #[cfg(unix)]
    command.envs(servers.variables());
    steps.step("tests", || run_command(&mut command))?;
    #[cfg(unix)]
    steps.step("servers down", || {
        drop(servers);
        Ok(())
    })?;
    steps.finish();
    Ok(())
}
