//! Running a program: its input, its output in bounds, its time limit, and its end whatever happens.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rushes_core::{Fault, FaultClass};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use super::left;

/// An answer is a line; a program that writes more than this has gone wrong.
const MOST_OUTPUT: usize = 1024 * 1024;
/// How much of the end of stderr is kept.
const MOST_ERRORS: usize = 8 * 1024;
/// How long output is read on after the program ended: a child of its own may hold the pipe open.
const GRACE: Duration = Duration::from_secs(1);

/// What a program left.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    pub(super) stdout: Vec<u8>,
    /// The end of stderr.
    pub(super) errors: String,
}

/// What was read so far; it outlives a time limit.
#[derive(Default)]
struct Output {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// How a talk with a program came to its end.
enum Talk {
    Ended(ExitStatus),
    Flooded,
}

/// What is started, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Program<'a> {
    pub(super) program: &'a Path,
    pub(super) args: &'a [String],
    /// The folder that it runs in.
    pub(super) runs_in: Option<&'a Path>,
    /// The folder of the claim that it runs for.
    pub(super) runs_for: &'a Path,
}

/// Runs a program to its end. If the future is dropped, or the limit passes, the program and its children are killed.
pub(super) async fn run(program: &Program<'_>, input: Vec<u8>, limit: Duration) -> Result<Ended, Fault> {
    let mut child = start(program)?;
    let leash = Leash::put_on(&child, program.runs_for);
    let mut output = Output::default();
    let talked = tokio::time::timeout(limit, talk(&mut child, input, &mut output)).await;
    let errors = tail(&output.stderr);
    let fault = |class, text: String| Err(Fault::new(class, with_errors(text, &errors)));
    match talked {
        Ok(Ok(Talk::Ended(status))) => {
            leash.release();
            Ok(Ended { status, errors, stdout: output.stdout })
        }
        Ok(Ok(Talk::Flooded)) => {
            fault(FaultClass::Task, format!("expected an answer of one line, got over {MOST_OUTPUT} bytes"))
        }
        Ok(Err(error)) => fault(FaultClass::Machine, format!("could not wait for the program: {error}")),
        Err(_) => fault(
            FaultClass::Task,
            format!("the program took longer than its limit of {} s", limit.as_secs_f64()),
        ),
    }
}

/// A text with what the program wrote to stderr.
pub(super) fn with_errors(text: String, errors: &str) -> String {
    if errors.is_empty() { text } else { format!("{text}; it wrote: {errors}") }
}

fn start(program: &Program<'_>) -> Result<Child, Fault> {
    let mut command = Command::new(program.program);
    if let Some(folder) = program.runs_in {
        command.current_dir(folder);
    }
    command
        .args(program.args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    // The farm's own secrets are not the program's business.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("RUSHES_")) {
        command.env_remove(name);
    }
    #[cfg(unix)]
    command.process_group(0);
    command.spawn().map_err(|error| {
        Fault::new(
            FaultClass::Machine,
            format!("could not start the program `{}`: {error}", program.program.display()),
        )
    })
}

/// Writes, reads and waits at the same time: a program may answer before it has read everything, or never read.
async fn talk(child: &mut Child, input: Vec<u8>, output: &mut Output) -> std::io::Result<Talk> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let reading = async {
        let answer = read_answer(stdout, &mut output.stdout);
        tokio::try_join!(answer, feed(stdin, input), read_errors(stderr, &mut output.stderr)).is_ok()
    };
    tokio::pin!(reading);
    let status = tokio::select! {
        whole = &mut reading => {
            if !whole {
                return Ok(Talk::Flooded);
            }
            child.wait().await?
        }
        status = child.wait() => {
            let whole = tokio::time::timeout(GRACE, &mut reading).await;
            if whole == Ok(false) {
                return Ok(Talk::Flooded);
            }
            status?
        }
    };
    Ok(Talk::Ended(status))
}

/// More output than an answer can have.
struct Flood;

/// A program that does not read its request is judged by its answer, not by a broken pipe.
async fn feed(stdin: Option<ChildStdin>, input: Vec<u8>) -> Result<(), Flood> {
    if let Some(mut stdin) = stdin {
        let _ = stdin.write_all(&input).await;
        let _ = stdin.shutdown().await;
    }
    Ok(())
}

async fn read_answer(stdout: Option<ChildStdout>, into: &mut Vec<u8>) -> Result<(), Flood> {
    if let Some(stdout) = stdout {
        let _ = stdout.take(MOST_OUTPUT as u64 + 1).read_to_end(into).await;
    }
    if into.len() > MOST_OUTPUT { Err(Flood) } else { Ok(()) }
}

async fn read_errors(stderr: Option<ChildStderr>, into: &mut Vec<u8>) -> Result<(), Flood> {
    let Some(mut stderr) = stderr else { return Ok(()) };
    let mut block = vec![0; MOST_ERRORS];
    while let Ok(read @ 1..) = stderr.read(&mut block).await {
        into.extend_from_slice(&block[..read]);
        let old = into.len().saturating_sub(MOST_ERRORS);
        into.drain(..old);
    }
    Ok(())
}

fn tail(stderr: &[u8]) -> String {
    String::from_utf8_lossy(stderr).trim().to_owned()
}

/// Kills a program with all that it started, unless it was released.
struct Leash {
    id: Option<u32>,
    /// The claim's folder, where the program is noted for the case that this process is killed first.
    folder: PathBuf,
}

impl Leash {
    fn put_on(child: &Child, folder: &Path) -> Leash {
        let id = child.id();
        if let Some(id) = id {
            left::note(folder, id);
        }
        Leash { id, folder: folder.to_owned() }
    }

    /// The program has ended by itself.
    fn release(mut self) {
        self.id = None;
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            kill_tree(id);
        }
        left::forget(&self.folder);
    }
}

/// The program leads a process group of its own.
#[cfg(unix)]
pub(super) fn kill_tree(id: u32) {
    let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // It may have ended in this moment; then there is nothing to kill.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_tree(id: u32) {
    let mut kill = std::process::Command::new("taskkill");
    kill.args(["/T", "/F", "/PID", &id.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
    // Without it the program alone is killed, by `kill_on_drop`.
    let _ = kill.status();
}
