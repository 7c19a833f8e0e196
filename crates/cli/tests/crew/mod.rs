//! Workers on one film, on any database: started, killed and frozen as processes, and what is seen afterwards.

pub(crate) mod gate;
pub(crate) mod witness;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rushes_testkit::{Fresh, Process, shell, try_shell, wait_until};

use crate::farm::{Done, Farm, LIMIT};

/// The intervals of a film in a test.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) beat: &'static str,
    pub(crate) stale: &'static str,
}

/// Workers are found dead within seconds: for those that are never started again.
pub(crate) const SHORT: Pace = Pace { beat: "500ms", stale: "5s" };
/// Nobody is found dead while a test runs: what goes on goes on for another reason.
pub(crate) const LONG: Pace = Pace { beat: "1min", stale: "10min" };

/// What a film of a test is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan<'a> {
    /// The types of its shots, in the order of their numbers.
    pub(crate) types: &'a [&'a str],
    /// The maker of frames: `animatic` or `gate`.
    pub(crate) frames: &'a str,
    /// The maker of clips: `animatic`, which only one process can fetch from, or `null`, which any can.
    pub(crate) clips: &'a str,
    pub(crate) pace: Pace,
}

/// Six shots of three types.
pub(crate) const SIX: Plan<'static> = Plan {
    types: &["character", "location", "scene", "character", "location", "scene"],
    frames: "animatic",
    clips: "animatic",
    pace: LONG,
};

/// One film, its database and whoever works on it.
#[derive(Debug)]
pub(crate) struct Crew {
    pub(crate) farm: Farm,
    pub(crate) db: Fresh,
}

impl Crew {
    /// A film whose storyboard is imported and on which nobody works yet.
    #[track_caller]
    pub(crate) fn new(db: Fresh, plan: &Plan<'_>) -> Crew {
        let crew = Crew { farm: Farm::new(), db };
        for folder in ["tmp", "gate"] {
            std::fs::create_dir(crew.farm.path(folder)).expect("the folder is new");
        }
        crew.write_project("film", plan);
        let numbered = plan.types.iter().enumerate();
        let lines =
            numbered.map(|(at, tasktype)| format!("{},{tasktype},1,a street at night,1\n", code(at + 1)));
        let storyboard: String =
            std::iter::once("scenecode,type,chapter,prompt,duration\n".to_owned()).chain(lines).collect();
        std::fs::write(crew.farm.path("storyboard.csv"), storyboard).expect("the folder is writable");
        crew.run(&["init"]).expect(0);
        crew.run(&["import", "storyboard.csv"]).expect(0);
        crew
    }

    /// Writes the settings of a project folder: another one of the same film is what another machine has.
    pub(crate) fn write_project(&self, name: &str, plan: &Plan<'_>) {
        let gate = gate::command(&self.farm.path("gate"));
        let media = self.farm.path("media");
        let text = format!(
            r#"database = "{url}"
media = '{media}'
disk_floor = "1MB"
[makers.gate]
command = {gate}
[film]
title = "Night"
width = 160
height = 90
fps = 4
clips = "{clips}"
[film.frames]
"*" = "{frames}"
[film.timing]
beat = "{beat}"
stale = "{stale}"
sweep = "500ms"
scan = "100ms"
poll = "100ms"
lock = "{stale}"
limit = "10min"
retries = 100
"#,
            url = self.db.url,
            media = media.display(),
            clips = plan.clips,
            frames = plan.frames,
            beat = plan.pace.beat,
            stale = plan.pace.stale,
        );
        let folder = self.farm.path(name);
        std::fs::create_dir(&folder).expect("the folder is new");
        std::fs::write(folder.join("rushes.toml"), text).expect("the folder is writable");
    }

    /// A command line on one of the project folders.
    pub(crate) fn command_in(&self, project: &str, args: &[&str]) -> Command {
        let mut command = self.farm.command(&[&["--project", project], args].concat());
        command.env("TMPDIR", self.farm.path("tmp"));
        if let Some(password) = &self.db.password {
            command.env("RUSHES_DATABASE_PASSWORD", password);
        }
        command
    }

    /// Runs a command on the film to its end.
    #[track_caller]
    pub(crate) fn run(&self, args: &[&str]) -> Done {
        self.farm.finish(&mut self.command_in("film", args))
    }

    /// The command line of a worker that ends with the film.
    pub(crate) fn work(&self, id: &str, more: &[&str]) -> Command {
        self.command_in("film", &[&["work", "--id", id, "--until-done"], more].concat())
    }

    /// Starts a worker that ends with the film.
    #[track_caller]
    pub(crate) fn start(&self, id: &str, more: &[&str]) -> Process {
        self.farm.start(&mut self.work(id, more))
    }

    /// The answer to a question, as a person reads it in a client: rows of columns.
    #[track_caller]
    pub(crate) fn ask(&self, sql: &str) -> Vec<Vec<String>> {
        let answer = shell(&self.db, &format!("{sql};\n"));
        answer.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    }

    /// The answer to a question of one row, its columns apart by blanks.
    #[track_caller]
    pub(crate) fn line(&self, sql: &str) -> String {
        let rows = self.ask(sql);
        assert_eq!(rows.len(), 1, "`{sql}` answered {rows:?}");
        rows[0].join(" ")
    }

    /// The answer to a question for one number.
    #[track_caller]
    pub(crate) fn number(&self, sql: &str) -> i64 {
        let line = self.line(sql);
        line.parse().unwrap_or_else(|_| panic!("`{sql}` answered `{line}`"))
    }

    /// Waits until a question has this answer.
    #[track_caller]
    pub(crate) fn wait_for(&self, sql: &str, answer: &str) {
        // A client is a process of its own: asked less often than the clock.
        wait_until(&format!("`{sql}` to answer `{answer}`"), LIMIT, || {
            std::thread::sleep(Duration::from_millis(150));
            self.ask(sql).iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n") == answer
        });
    }

    /// Waits until a worker's maker has begun a frame.
    #[track_caller]
    pub(crate) fn wait_until_begun(&self, worker: &str) {
        wait_until(&format!("{worker} to begin"), LIMIT, || !self.begun(worker).is_empty());
    }

    /// Freezes a worker, but never in the middle of a transaction: in a SQLite file that would freeze everybody.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn freeze(&self, worker: &Process) {
        loop {
            worker.signal(rushes_testkit::Signal::Stop);
            wait_until_frozen(worker);
            if try_shell(&self.db, "BEGIN IMMEDIATE;\nROLLBACK;\n").is_ok() {
                return;
            }
            worker.signal(rushes_testkit::Signal::Continue);
        }
    }

    /// A file that a row names.
    pub(crate) fn media(&self, path: &str) -> PathBuf {
        self.farm.path("media").join(path)
    }
}

/// The code of the n-th shot.
pub(crate) fn code(number: usize) -> String {
    format!("SCN{number:06}")
}

/// Waits until a process is frozen, by itself or by a signal.
#[track_caller]
pub(crate) fn wait_until_frozen(process: &Process) {
    wait_until("the process to be frozen", LIMIT, || {
        let id = process.id().to_string();
        let ps = Command::new("ps").args(["-o", "stat=", "-p", &id]).output().expect("ps is installed");
        ps.stdout.starts_with(b"T")
    });
}

/// What lies in the spool of a worker that should be empty.
pub(crate) fn left_in_spool(project: &Path, id: &str) -> Vec<String> {
    let folders = ["claims", "kept", "submissions"].map(|it| project.join("spool").join(id).join(it));
    let entries = folders.iter().map(|it| std::fs::read_dir(it).expect("a worker has a spool"));
    entries.flatten().map(|it| it.expect("the spool is readable").path().display().to_string()).collect()
}
