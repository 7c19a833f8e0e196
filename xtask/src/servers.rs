//! `cargo xtask servers`: private servers for as long as a developer wants them.

use crate::Error;

/// Starts the servers, says how to find them, and keeps them until Ctrl-C.
#[cfg(unix)]
pub(crate) fn keep() -> Result<(), Error> {
    let wait = |source| Error::Run { program: "cargo xtask servers".into(), source };
    let servers = start()?;
    println!("# PostgreSQL and MariaDB are up. In another terminal:");
    for (name, value) in servers.variables() {
        println!("export {name}='{value}'");
    }
    println!("# Ctrl-C ends them and removes their folders.");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(wait)?;
    runtime.block_on(tokio::signal::ctrl_c()).map_err(wait)
}

/// Starts the servers.
#[cfg(unix)]
pub(crate) fn start() -> Result<rushes_testkit::Servers, Error> {
    rushes_testkit::Servers::start().map_err(Error::Servers)
}

/// There are none here.
#[cfg(not(unix))]
pub(crate) fn keep() -> Result<(), Error> {
    Err(Error::NoServers)
}
