//! `rushes completions`: what a shell needs to complete a command line.

use clap::CommandFactory as _;

use crate::args::{Cli, Completions};
use crate::report::Failure;
use crate::say;

/// Prints them.
pub fn completions(typed: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(typed.shell, &mut Cli::command(), "rushes", &mut script);
    say(String::from_utf8_lossy(&script).trim_end());
    Ok(())
}
