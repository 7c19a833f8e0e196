//! PostgreSQL: `initdb`, then `postgres`.

use std::io::Write as _;
use std::net::Ipv4Addr;
use std::process::Command;

use super::{Home, PASSWORD_VALUE, ServerError, USER};
use crate::guard::Guard;

/// Is there as long as the server runs.
pub(super) const PID_FILE: &str = "data/postmaster.pid";
/// Who may enter from where.
pub(super) const ADMITTED: &str = "data/pg_hba.conf";

/// Makes the data folder; the command that starts the server.
pub(super) fn prepare(home: &Home, guard: &Guard, host: Ipv4Addr, port: u16) -> Result<Command, ServerError> {
    home.write("password", PASSWORD_VALUE)?;
    let user = format!("--username={USER}");
    let arguments = ["--pgdata=data", &user, "--pwfile=password", "--auth=scram-sha-256", "--no-sync"];
    home.run(guard, "initdb", &[&arguments[..], &["--encoding=UTF8", "--locale=C"]].concat())?;
    if !host.is_loopback() {
        home.ready(|folder| {
            let mut rules = std::fs::OpenOptions::new().append(true).open(folder.join(ADMITTED))?;
            writeln!(rules, "host all {USER} {host}/32 scram-sha-256")
        })?;
    }
    let mut command = home.command("postgres")?;
    command.args(["-D", "data", "-p", &port.to_string(), "-c", &format!("listen_addresses={host}")]);
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    Ok(command)
}

const SETTINGS: [&str; 6] = [
    "unix_socket_directories=",
    "max_connections=300",
    "shared_buffers=64MB",
    "fsync=on",
    // Not UTC, and not a whole hour from it: a mistake with zones shows.
    "timezone=Asia/Kathmandu",
    "log_timezone=UTC",
];
