//! Processes of a test: a log file, signals, an end within a limit, and none left behind.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running program. It is killed when this is dropped, or when the test's own process ends in any way.
#[derive(Debug)]
pub struct Process {
    child: Child,
    name: String,
    log: PathBuf,
}

/// What can be sent to a process.
#[cfg(unix)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ends it at once (`SIGKILL`).
    Kill,
    /// Freezes it (`SIGSTOP`).
    Stop,
    /// Thaws it (`SIGCONT`).
    Continue,
    /// Asks it to end (`SIGTERM`).
    Terminate,
    /// What Ctrl-C sends (`SIGINT`).
    Interrupt,
}

impl Process {
    /// Starts `command` with its output and errors appended to `log`.
    ///
    /// # Panics
    /// When the program does not start.
    #[must_use]
    #[track_caller]
    pub fn spawn(name: &str, command: &mut Command, log: &Path) -> Self {
        let open = || OpenOptions::new().create(true).append(true).open(log);
        let (output, errors) = match (open(), open()) {
            (Ok(output), Ok(errors)) => (output, errors),
            (Err(error), _) | (_, Err(error)) => panic!("could not open the log {}: {error}", log.display()),
        };
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        let child = spawn_guarded(command);
        let child = child.unwrap_or_else(|error| panic!("could not start `{name}` ({command:?}): {error}"));
        Self { child, name: name.into(), log: log.into() }
    }

    /// The process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal.
    ///
    /// # Panics
    /// When the process has ended and was waited for.
    #[cfg(unix)]
    #[track_caller]
    pub fn signal(&self, signal: Signal) {
        let signal = match signal {
            Signal::Kill => rustix::process::Signal::KILL,
            Signal::Stop => rustix::process::Signal::STOP,
            Signal::Continue => rustix::process::Signal::CONT,
            Signal::Terminate => rustix::process::Signal::TERM,
            Signal::Interrupt => rustix::process::Signal::INT,
        };
        let pid = rustix::process::Pid::from_child(&self.child);
        if let Err(error) = rustix::process::kill_process(pid, signal) {
            panic!("could not signal `{}`: {error}", self.name);
        }
    }

    /// Ends it at once, on every system, and waits until it is gone.
    pub fn kill(&mut self) {
        // An error means that it has ended already.
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }

    /// Its status, if it has ended.
    ///
    /// # Panics
    /// When the system cannot say.
    #[must_use]
    #[track_caller]
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("the system knows its own child")
    }

    /// Waits until it ends by itself.
    ///
    /// # Panics
    /// When it runs longer than `limit`: it is killed, and the end of its log is shown.
    #[track_caller]
    pub fn wait(&mut self, limit: Duration) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.ended() {
                return status;
            }
            if start.elapsed() >= limit {
                self.kill();
                panic!(
                    "expected `{}` to end within {limit:?}, got this log:\n{}",
                    self.name,
                    tail(&self.log())
                );
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Everything that it has printed.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read(&self.log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln_log(&self.name, &self.log());
        }
    }
}

#[expect(clippy::print_stderr, reason = "a failing test should show what its processes said")]
fn eprintln_log(name: &str, log: &str) {
    eprintln!("--- the end of the log of `{name}`:\n{}", tail(log));
}

/// The last forty lines.
pub(crate) fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

/// One guard for all processes of this test program: it ends with the program, so nothing outlives it.
#[cfg(unix)]
fn spawn_guarded(command: &mut Command) -> std::io::Result<Child> {
    use std::sync::OnceLock;

    use crate::guard::Guard;

    static GUARD: OnceLock<Guard> = OnceLock::new();
    let guard = GUARD.get_or_init(|| Guard::of_processes().expect("`sh` starts"));
    guard.spawn(command)
}

#[cfg(not(unix))]
fn spawn_guarded(command: &mut Command) -> std::io::Result<Child> {
    command.spawn()
}
