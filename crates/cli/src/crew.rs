//! The workers that `run` and `demo` start: processes of this same program, kept alive and told when to stop.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::process::{Child, ChildStdin, Command};

use crate::report::{Failure, WRITABLE};

/// A worker that dies this often without finishing is given up.
const MOST_STARTS: u32 = 20;
const PAUSE_BEFORE_RESTART: Duration = Duration::from_millis(500);

/// What a worker of the crew is told.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its id.
    pub id: String,
    /// The types that it prefers.
    pub prefers: Vec<String>,
    /// How many shots it makes frames for at once.
    pub slots: usize,
}

/// How a member ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberEnd {
    /// By itself, or because it was told to.
    Ended,
    /// It died again and again.
    GivenUp,
}

/// One worker process and its log.
#[derive(Debug)]
pub struct Post {
    member: Member,
    project: PathBuf,
    child: Child,
    /// Its standard input, kept apart: waiting for a child closes the one that it still has.
    input: Option<ChildStdin>,
    starts: u32,
}

impl Post {
    /// Starts a worker for a project.
    pub fn start(project: &Path, member: Member) -> Result<Post, Failure> {
        let mut child = spawn(project, &member)?;
        let input = child.stdin.take();
        Ok(Post { member, project: project.to_owned(), child, input, starts: 1 })
    }

    /// Waits until the worker ends for good; one that dies is started again, unless it was to stop. `stop` counts the
    /// steps: 1 asks it to finish what runs, 2 to hand back.
    pub async fn keep(mut self, mut stop: tokio::sync::watch::Receiver<u8>) -> Result<MemberEnd, Failure> {
        let mut told = 0;
        loop {
            tokio::select! {
                ended = self.child.wait() => {
                    let good = ended.is_ok_and(|it| it.success());
                    if good || *stop.borrow() > 0 {
                        return Ok(MemberEnd::Ended);
                    }
                    if self.starts == MOST_STARTS {
                        return Ok(MemberEnd::GivenUp);
                    }
                    tokio::time::sleep(PAUSE_BEFORE_RESTART).await;
                    if *stop.borrow() > 0 {
                        return Ok(MemberEnd::Ended);
                    }
                    self.child = spawn(&self.project, &self.member)?;
                    self.input = self.child.stdin.take();
                    self.starts += 1;
                }
                Ok(()) = stop.changed() => {
                    // Two quick steps are one change here, and still two steps for the worker.
                    let steps = *stop.borrow_and_update();
                    for _ in told..steps {
                        self.press().await;
                    }
                    told = steps;
                }
            }
        }
    }

    /// Each line on its standard input is one step.
    async fn press(&mut self) {
        if let Some(input) = self.input.as_mut()
            && input.write_all(b"stop\n").await.is_err()
        {
            tracing::debug!(worker = self.member.id, "the worker has ended already");
        }
    }
}

fn spawn(project: &Path, member: &Member) -> Result<Child, Failure> {
    let failed =
        |what: &str, error: std::io::Error| Failure::new(format!("could not {what}: {error}")).hint(WRITABLE);
    let logs = project.join("logs");
    std::fs::create_dir_all(&logs).map_err(|it| failed("make the folder of logs", it))?;
    // The worker writes its log itself; what libraries print and how it panicked, if it did, stands beside it.
    let path = logs.join(format!("{}.stderr.log", member.id));
    let log = File::create(&path).map_err(|it| failed("open a log", it))?;
    let program = std::env::current_exe().map_err(|it| failed("find this program", it))?;
    let mut command = Command::new(program);
    command.arg("--project").arg(project).args(["work", "--id", &member.id, "--with-parent", "--until-done"]);
    command.arg("--slots").arg(member.slots.to_string());
    if !member.prefers.is_empty() {
        command.arg("--prefers").arg(member.prefers.join(","));
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
    // In a group of its own: a Ctrl-C on the terminal reaches only us, and we pass it on once.
    #[cfg(unix)]
    command.process_group(0);
    command.spawn().map_err(|it| failed("start a worker", it))
}
