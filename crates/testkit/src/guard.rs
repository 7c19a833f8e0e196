//! Ends child processes whatever happens to this one: a normal end, a panic, Ctrl-C, `kill -9`.
//!
//! A small shell waits in a process group of its own for the end of a pipe that only this process holds open. The
//! kernel closes the pipe when this process is gone, however it went; then the shell ends everything in the group
//! and removes the folder. There is no other way of cleaning up, so the one way is used every day.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// `$1` is a folder to remove, or empty; the others are pid files that a server removes when it has ended.
const WATCH: &str = r#"
trap '' HUP INT TERM QUIT
folder=$1
shift
read -r _
if [ -n "$folder" ]; then
    kill -QUIT 0
    tries=100
    for file in "$@"; do
        while [ -e "$file" ] && [ $tries -gt 0 ]; do sleep 0.1; tries=$((tries - 1)); done
    done
    tries=20
    until rm -rf "$folder" || [ $tries -eq 0 ]; do sleep 0.1; tries=$((tries - 1)); done
fi
kill -KILL 0
"#;

/// A process group that ends with this process, or with the guard's drop.
pub(crate) struct Guard {
    watcher: Child,
    pipe: Option<ChildStdin>,
}

impl Guard {
    /// A group without a folder: its processes are killed at once.
    pub(crate) fn of_processes() -> io::Result<Self> {
        Self::watch(&["".as_ref()])
    }

    /// A group whose servers are told to quit (`SIGQUIT`), and whose folder is removed when their pid files are gone.
    pub(crate) fn of_servers(folder: &Path, pid_files: &[&Path]) -> io::Result<Self> {
        let arguments: Vec<&Path> = std::iter::once(folder).chain(pid_files.iter().copied()).collect();
        Self::watch(&arguments)
    }

    fn watch(arguments: &[&Path]) -> io::Result<Self> {
        let mut watcher = Command::new("sh")
            .args(["-c", WATCH, "rushes-testkit-guard"])
            .args(arguments)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let pipe = watcher.stdin.take();
        Ok(Self { watcher, pipe })
    }

    /// Starts `command` in the group.
    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let group = i32::try_from(self.watcher.id()).expect("a process id is a positive i32");
        command.process_group(group).spawn()
    }

    /// Ends the group; the caller may then wait for its children.
    pub(crate) fn end(&mut self) {
        drop(self.pipe.take());
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.end();
        let _ended = self.watcher.wait();
    }
}
