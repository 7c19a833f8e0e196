//! What the program `rushes` is made of: the command line, the storyboard files that it reads, the demo's storyboard,
//! the contact sheet and the settings.

pub mod args;
pub mod backup;
pub mod board;
pub mod commands;
pub mod contact;
pub mod crew;
pub mod film_run;
pub mod format;
pub mod list;
pub mod logs;
pub mod meter;
mod misuse;
pub mod night;
pub mod problem;
pub mod progress;
pub mod project;
pub mod report;
pub mod selector;
pub mod settings;
pub mod signal;
pub mod stand;
pub mod storyboard;
pub mod summary;
pub mod verify;
pub mod watch;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use logs::Detail;
use project::Project;
use report::Failure;
use stand::Stand;

/// The program: reads what was typed, does it, says how it ended.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misuse::tell(&error),
    };
    let stand = Stand::of(&cli);
    // A worker begins its own log once its name is known.
    let detail = if matches!(cli.command, Command::Try(_)) {
        Detail::Steps
    } else if matches!(cli.command, Command::Watchdog(_)) {
        Detail::Events
    } else {
        Detail::Warnings
    };
    if !matches!(cli.command, Command::Work(_)) {
        logs::to_stderr(cli.log, detail);
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            return report::tell(&Failure::new(format!("could not start: {error}")).hint(report::AGAIN));
        }
    };
    let done = runtime.block_on(run(&cli));
    // A thread that waits for a line on standard input would hold the program up for ever.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let hint = stand.command_lines(&failure.hint);
            report::tell(&failure.hint(hint))
        }
    }
}

async fn run(cli: &Cli) -> Result<(), Failure> {
    let named = cli.project.as_deref();
    let project = || Project::find(named);
    match &cli.command {
        Command::Demo(typed) => commands::demo::demo(typed).await,
        Command::Run(typed) => commands::run::run(named, typed).await,
        Command::Init(typed) => commands::init::init(named, typed).await,
        Command::Migrate => commands::migrate::migrate(&project()?).await,
        Command::Import(typed) => commands::import::import(&project()?, typed).await,
        Command::Work(typed) => commands::work::work(&project()?, typed, cli.log).await,
        Command::Try(typed) => commands::try_shot::try_shot(&project()?, typed).await,
        Command::Watchdog(typed) => commands::watchdog::watchdog(&project()?, typed).await,
        Command::Status(typed) => commands::status::status(&project()?, typed).await,
        Command::Shots(typed) => commands::lists::shots(&project()?, typed).await,
        Command::Workers(typed) => commands::lists::workers(&project()?, typed).await,
        Command::Makers(typed) => commands::makers::makers(&project()?, typed).await,
        Command::Report(typed) => commands::report::report(&project()?, typed).await,
        Command::Alerts(typed) => commands::lists::alerts(&project()?, typed).await,
        Command::Worklog(typed) => commands::lists::worklog(&project()?, typed).await,
        Command::Doctor(typed) => commands::doctor::doctor(&project()?, typed).await,
        Command::Assemble(typed) => commands::assemble::assemble(&project()?, typed).await,
        Command::Contact => commands::contact::contact(&project()?).await,
        Command::Verify(typed) => commands::verify::verify(&project()?, typed).await,
        Command::Backup(typed) => commands::backup::backup(&project()?, typed).await,
        Command::Restore(typed) => commands::restore::restore(&project()?, typed).await,
        Command::Export(typed) => commands::export::export(&project()?, typed).await,
        Command::Control(typed) => commands::control::control(&project()?, typed).await,
        Command::Completions(typed) => commands::completions::completions(typed),
    }
}

/// Says something to whoever typed the command. A reader that went away (`rushes shots | head`) is no error.
pub fn say(text: &str) {
    if writeln!(std::io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}
