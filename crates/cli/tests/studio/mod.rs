//! Three machines in one room: network namespaces joined by a bridge, each with its own network card and nothing else.

use std::net::Ipv4Addr;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// The machines' names, and the last number of their addresses.
pub(crate) const MACHINES: [(&str, u8); 3] = [("PC-1", 11), ("PC-2", 12), ("PC-3", 13)];
/// The last number of the address at which the bridge itself can be reached: the database's.
const BRIDGE: u8 = 10;

/// A network of a test. It is taken down when this is dropped.
#[derive(Debug)]
pub(crate) struct Network {
    bridge: String,
    /// The first three numbers of all addresses.
    net: String,
}

impl Network {
    /// Builds a network; `Err` says why this machine may not.
    pub(crate) fn build() -> Result<Network, String> {
        static BUILT: AtomicU32 = AtomicU32::new(0);
        let number = (std::process::id() * 8 + BUILT.fetch_add(1, Ordering::Relaxed)) % 38_000;
        let network = Network {
            bridge: format!("rb{number}"),
            net: format!("10.{}.{}", 100 + number / 250, number % 250),
        };
        ip(&["link", "add", &network.bridge, "type", "bridge"])?;
        network.connect()?;
        Ok(network)
    }

    fn connect(&self) -> Result<(), String> {
        let bridge = &self.bridge;
        ip(&["addr", "add", &format!("{}/24", self.address()), "dev", bridge])?;
        ip(&["link", "set", bridge, "up"])?;
        for (machine, last) in MACHINES {
            let (space, plug) = (self.space(machine), self.plug(machine));
            ip(&["netns", "add", &space])?;
            ip(&["link", "add", &plug, "type", "veth", "peer", "name", "eth0", "netns", &space])?;
            ip(&["link", "set", &plug, "master", bridge, "up"])?;
            ip(&["-n", &space, "addr", "add", &format!("{}.{last}/24", self.net), "dev", "eth0"])?;
            ip(&["-n", &space, "link", "set", "eth0", "up"])?;
        }
        Ok(())
    }

    /// Where the database listens.
    pub(crate) fn address(&self) -> Ipv4Addr {
        format!("{}.{BRIDGE}", self.net).parse().expect("four small numbers are an address")
    }

    /// The first three numbers of all addresses, and a dot.
    pub(crate) fn prefix(&self) -> String {
        format!("{}.", self.net)
    }

    /// A program on one of the machines.
    pub(crate) fn on(&self, machine: &str, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.space(machine), program]);
        command
    }

    /// Pulls a machine's network cable.
    pub(crate) fn unplug(&self, machine: &str) {
        ip(&["link", "set", &self.plug(machine), "down"]).expect("the cable is there");
    }

    /// Plugs it in again.
    pub(crate) fn plug_in(&self, machine: &str) {
        ip(&["link", "set", &self.plug(machine), "up"]).expect("the cable is there");
    }

    /// Whether a machine reaches a port of the database's address.
    pub(crate) fn reaches(&self, machine: &str, port: u16) -> bool {
        const KNOCK: &str =
            "import socket, sys\nsocket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=2)";
        let mut python = self.on(machine, "python3");
        python.args(["-c", KNOCK, &self.address().to_string(), &port.to_string()]);
        python.output().expect("python3 is installed").status.success()
    }

    fn space(&self, machine: &str) -> String {
        format!("{}-{machine}", self.bridge)
    }

    fn plug(&self, machine: &str) -> String {
        format!("{}p{}", self.bridge, &machine[machine.len() - 1..])
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // What was not built, or is gone already, is no reason to fail a test.
        for (machine, _) in MACHINES {
            drop(ip(&["netns", "del", &self.space(machine)]));
            drop(ip(&["link", "del", &self.plug(machine)]));
        }
        drop(ip(&["link", "del", &self.bridge]));
    }
}

fn ip(args: &[&str]) -> Result<(), String> {
    let done =
        Command::new("ip").args(args).output().map_err(|error| format!("`ip` does not start: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    Err(format!("`ip {}` said: {}", args.join(" "), String::from_utf8_lossy(&done.stderr).trim()))
}
