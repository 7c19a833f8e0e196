//! The work of the workspace itself: `cargo xtask servers`.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program speaks to a person at a terminal"
)]

mod servers;

use std::process::ExitCode;

use clap::Parser;

/// The work of the workspace itself.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Start private PostgreSQL and MariaDB servers for tests, and keep them until Ctrl-C
    Servers,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Servers => servers::keep(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: could not {error}");
            ExitCode::FAILURE
        }
    }
}
