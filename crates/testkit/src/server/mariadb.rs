//! MariaDB: `mariadb-install-db`, then `mariadbd`.

use std::net::Ipv4Addr;
use std::process::Command;

use super::{Home, PASSWORD_VALUE, ServerError, USER};
use crate::guard::Guard;

/// Is there as long as the server runs.
pub(super) const PID_FILE: &str = "mariadbd.pid";

/// Makes the data folder; the command that starts the server.
pub(super) fn prepare(home: &Home, guard: &Guard, host: Ipv4Addr, port: u16) -> Result<Command, ServerError> {
    let data = format!("--datadir={}", home.folder.join("data").display());
    let arguments = ["--no-defaults", &data, "--auth-root-authentication-method=normal", "--skip-test-db"];
    home.run(guard, "mariadb-install-db", &arguments)?;
    let user = format!("'{USER}'@'%'");
    let make = format!("CREATE USER IF NOT EXISTS {user} IDENTIFIED BY '{PASSWORD_VALUE}';");
    home.write("users.sql", &format!("{make}\nGRANT ALL PRIVILEGES ON *.* TO {user} WITH GRANT OPTION;\n"))?;
    let mut command = home.command("mariadbd")?;
    let path = |name: &str| home.folder.join(name).display().to_string();
    command.args(["--no-defaults", &data, &format!("--port={port}"), &format!("--bind-address={host}")]);
    command.arg(format!("--socket={}", path("mariadbd.sock")));
    command.arg(format!("--pid-file={}", path(PID_FILE)));
    command.arg(format!("--init-file={}", path("users.sql")));
    command.args(SETTINGS);
    Ok(command)
}

const SETTINGS: [&str; 7] = [
    "--skip-name-resolve",
    "--max-connections=300",
    "--innodb-buffer-pool-size=64M",
    "--innodb-log-file-size=32M",
    "--innodb-flush-log-at-trx-commit=1",
    "--performance-schema=OFF",
    // Not UTC, and not a whole hour from it: a mistake with zones shows.
    "--default-time-zone=+05:45",
];
