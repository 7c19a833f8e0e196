//! The work of the workspace itself: `cargo xtask test`, `setup`, `tidy`, `servers`.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program speaks to a person at a terminal"
)]

mod error;
mod servers;
mod setup;
mod steps;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use error::Error;

/// The work of the workspace itself
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
enum Task {
    /// Run everything that must pass: what CI runs
    Test {
        /// Passed on to `cargo test`, after `--`
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Install what the tests need, where that is allowed; else say what to install
    Setup,
    /// Check what the compiler does not: who depends on whom, sizes, statements, paths, words, licences
    Tidy,
    /// Start private PostgreSQL and MariaDB servers for tests, and keep them until Ctrl-C
    Servers,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test { arguments } => test::run(&workspace_root(), &arguments),
        Task::Setup => setup::run(),
        Task::Tidy => tidy::run(&workspace_root()),
        Task::Servers => servers::keep(),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    report(&error);
    ExitCode::FAILURE
}

fn report(error: &Error) {
    eprint!("error: could not {error}");
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        eprint!(": {error}");
        cause = error.source();
    }
    eprintln!();
}

/// The folder of the workspace: cargo names this crate's to the program that it runs.
fn workspace_root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    here.and_then(|xtask| Some(xtask.parent()?.to_path_buf())).unwrap_or_else(|| PathBuf::from("."))
}
