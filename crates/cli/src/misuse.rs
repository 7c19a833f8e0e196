//! What is said of a command line that cannot be understood.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Error};

use crate::args::Cli;

/// How clap ends what it says; a hint of ours takes its place.
const ENDING: &str = "\nFor more information, try";

/// Says what clap found. Help and version are no errors; clap knows which stream and which code each of them has.
pub(crate) fn tell(error: &Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    let said = error.render();
    let said = if std::io::stderr().is_terminal() { said.ansi().to_string() } else { said.to_string() };
    let said = said.split_once(ENDING).map_or(said.as_str(), |(said, _)| said);
    // Nobody is left to hear that standard error is gone.
    let _gone = writeln!(std::io::stderr(), "{}\n{}", said.trim_end(), hint(std::env::args()));
    ExitCode::from(2)
}

/// The help of the command that was meant, if there is one.
fn hint(mut typed: impl Iterator<Item = String>) -> String {
    let cli = Cli::command();
    match typed.find(|it| cli.find_subcommand(it).is_some()) {
        Some(command) => format!("hint: `rushes {command} --help` says what it takes, with an example"),
        None => "hint: `rushes --help` lists the commands".to_owned(),
    }
}
