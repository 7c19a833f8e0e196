//! `cargo xtask servers`: private servers for as long as a developer wants them.

use std::error::Error;

use rushes_testkit::Servers;

/// Starts the servers, says how to find them, and keeps them until Ctrl-C.
pub(crate) fn keep() -> Result<(), Box<dyn Error>> {
    let servers = Servers::start()?;
    println!("# PostgreSQL and MariaDB are up. In another terminal:");
    for (name, value) in servers.variables() {
        println!("export {name}='{value}'");
    }
    println!("# Ctrl-C ends them and removes their folders.");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(tokio::signal::ctrl_c())?;
    Ok(())
}
