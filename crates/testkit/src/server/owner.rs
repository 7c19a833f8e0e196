//! As whom a server runs: PostgreSQL and MariaDB refuse root, so for root as their own users, else as ourselves.

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use super::ServerError;

/// The owner of a server's folder and processes.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    /// User and group, where they are not our own.
    other: Option<(u32, u32)>,
}

impl Owner {
    /// The owner for a server whose packages make the user `user`.
    pub(super) fn of_server(user: &'static str) -> Result<Self, ServerError> {
        if !rustix::process::geteuid().is_root() {
            return Ok(Self { other: None });
        }
        let ids = ask_id("-u", user).zip(ask_id("-g", user));
        ids.map(|ids| Self { other: Some(ids) }).ok_or(ServerError::NoUser(user))
    }

    /// Gives a file or folder to the owner.
    pub(super) fn give(self, path: &Path) -> std::io::Result<()> {
        match self.other {
            Some((user, group)) => std::os::unix::fs::chown(path, Some(user), Some(group)),
            None => Ok(()),
        }
    }

    /// Makes a command run as the owner.
    pub(super) fn become_in(self, command: &mut Command) {
        if let Some((user, group)) = self.other {
            command.uid(user).gid(group);
        }
    }
}

fn ask_id(what: &str, user: &str) -> Option<u32> {
    let output = Command::new("id").args([what, user]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
