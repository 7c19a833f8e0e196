//! A project in a temporary folder, the program itself, and the witnesses beside it: rows, worklog, journal, files.

pub(crate) mod four;
pub(crate) mod proof;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rushes_testkit::Process;
use serde_json::Value;
use tempfile::TempDir;

/// No command takes so long; only against hanging for ever.
pub(crate) const LIMIT: Duration = Duration::from_secs(600);

/// A folder of a test: the project `film`, the journal and the logs beside it.
#[derive(Debug)]
pub(crate) struct Farm {
    pub(crate) folder: TempDir,
    started: AtomicU32,
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: Option<i32>,
    /// What it printed, errors included.
    pub(crate) said: String,
}

impl Farm {
    /// An empty folder.
    pub(crate) fn new() -> Farm {
        Farm::within(&std::env::temp_dir())
    }

    /// An empty folder in this one.
    pub(crate) fn within(folder: &Path) -> Farm {
        let folder = tempfile::Builder::new().prefix("rushes-farm-").tempdir_in(folder);
        Farm { folder: folder.expect("the temporary folder is writable"), started: AtomicU32::new(0) }
    }

    /// A file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The project folder.
    pub(crate) fn project(&self) -> PathBuf {
        self.path("film")
    }

    /// A command line of the program, in this folder, with the journal.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rushes"));
        command.args(args).current_dir(self.folder.path()).env("RUSHES_JOURNAL", self.path("journal.jsonl"));
        for variable in ["RUSHES_DATABASE", "RUSHES_DATABASE_PASSWORD", "RUSHES_MEDIA", "RUSHES_WORKER"] {
            command.env_remove(variable);
        }
        command
    }

    /// Starts a command line; what it prints goes to a file of its own.
    #[track_caller]
    pub(crate) fn start(&self, command: &mut Command) -> Process {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let args: Vec<String> = command.get_args().map(|it| it.to_string_lossy().into_owned()).collect();
        Process::spawn(&args.join(" "), command, &self.path(&format!("said-{number}.log")))
    }

    /// Runs the program to its end.
    #[track_caller]
    pub(crate) fn rushes(&self, args: &[&str]) -> Done {
        self.finish(&mut self.command(args))
    }

    /// Runs a command line to its end.
    #[track_caller]
    pub(crate) fn finish(&self, command: &mut Command) -> Done {
        let mut process = self.start(command);
        let code = process.wait(LIMIT).code();
        Done { code, said: process.log() }
    }

    /// Runs the program on the project to its end. Its hints name the project too; that is left out here.
    #[track_caller]
    pub(crate) fn in_project(&self, args: &[&str]) -> Done {
        let project = self.project();
        let project = project.to_str().expect("temporary folders are text");
        let done = self.rushes(&[&["--project", project], args].concat());
        Done { said: done.said.replace(&format!("--project {project} "), ""), ..done }
    }

    /// The rows of a question to the project's SQLite file, each an object by its columns.
    #[track_caller]
    pub(crate) fn rows(&self, sql: &str) -> Vec<Value> {
        rows(&self.project().join("film.db"), sql)
    }

    /// What the makers wrote, a line each.
    pub(crate) fn journal(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.path("journal.jsonl")).unwrap_or_default();
        text.lines()
            .map(|line| serde_json::from_str(line).expect("each line of the journal is JSON"))
            .collect()
    }

    /// The logs of the workers that `run` and `demo` started, and all that was printed here.
    pub(crate) fn logs(&self) -> String {
        let folders = [self.project().join("logs"), self.folder.path().to_owned()];
        let files = folders.iter().filter_map(|it| std::fs::read_dir(it).ok()).flatten().flatten();
        let logs = files.map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "log"));
        logs.filter_map(|it| std::fs::read_to_string(it).ok()).collect()
    }
}

impl Done {
    /// Panics unless the command ended with this code.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}", self.said);
        self.said
    }
}

/// The rows of a question to a SQLite file, asked through Python, as somebody else would.
#[track_caller]
pub(crate) fn rows(file: &Path, sql: &str) -> Vec<Value> {
    const ASK: &str = "
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
db.row_factory = sqlite3.Row
print(json.dumps([dict(row) for row in db.execute(sys.stdin.buffer.read().decode())]))
";
    let mut python = Command::new("python3");
    python.args(["-c", ASK]).arg(file).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = python.spawn().expect("python3 is installed");
    let mut typed = child.stdin.take().expect("the stdin was asked for");
    typed.write_all(sql.as_bytes()).expect("python reads the question");
    drop(typed);
    let output = child.wait_with_output().expect("python ends");
    assert!(output.status.success(), "the database refused `{sql}`");
    serde_json::from_slice(&output.stdout).expect("python answers with JSON")
}

/// What ffprobe says of a film, every frame decoded.
#[track_caller]
pub(crate) fn probe(film: &Path) -> Value {
    let mut ffprobe = Command::new("ffprobe");
    ffprobe.args(["-v", "error", "-count_frames", "-show_format", "-show_streams", "-show_chapters"]);
    let output = ffprobe.args(["-of", "json"]).arg(film).output().expect("ffprobe is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("ffprobe answers with JSON")
}
