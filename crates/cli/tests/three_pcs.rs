//! docs/three-pcs.md, done as it is written: three machines on one network, one database, one folder. One machine's cable
//! is pulled for a while; the film is complete, and nothing is made twice.
//!
//! Only root may build networks. Where that is not so, these tests say that they did not run.
#![cfg(target_os = "linux")]
#![cfg(feature = "servers")]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;
mod studio;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use farm::proof::text;
use farm::{Done, Farm, LIMIT};
use rushes_testkit::{Engine, Process, Server, wait_until};
use studio::{MACHINES, Network};

const ENGLISH: &str = include_str!("../../../docs/three-pcs.md");
const CHINESE: &str = include_str!("../../../docs/three-pcs.zh-CN.md");
const SHOTS: usize = 24;

/// The fenced blocks of a page: what stands behind the fence, and the lines.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```").filter(|it| !it.is_empty()) {
            let body: Vec<&str> = lines.by_ref().take_while(|it| *it != "```").collect();
            blocks.push((info.to_owned(), body.join("\n") + "\n"));
        }
    }
    blocks
}

/// The block with this behind its fence.
#[track_caller]
fn block(info: &str) -> String {
    let mut found = blocks(ENGLISH).into_iter().filter(|(it, _)| it == info);
    let (_, body) = found.next().unwrap_or_else(|| panic!("docs/three-pcs.md has no block `{info}`"));
    assert!(found.next().is_none(), "docs/three-pcs.md has two blocks `{info}`");
    body
}

/// Three machines, and on the network between them a database and a folder.
struct Studio {
    farm: Farm,
    server: Server,
    engine: Engine,
    // Dropped last: the others talk through it.
    network: Network,
}

impl Studio {
    /// Builds it; without the right to, says so plainly.
    fn build(engine: Engine) -> Option<Studio> {
        let network = match Network::build() {
            Ok(network) => network,
            Err(why) => {
                // Past the capture of tests that pass.
                let words = format!("three_pcs DID NOT RUN: it builds networks, as root only; {why}\n");
                std::io::stderr().write_all(words.as_bytes()).expect("stderr is open");
                return None;
            }
        };
        let server = Server::start_at(engine, network.address()).expect("the server starts");
        let studio = Studio { farm: Farm::new(), server, engine, network };
        studio.put_in_order();
        Some(studio)
    }

    fn name(&self) -> &'static str {
        match self.engine {
            Engine::Postgres => "postgres",
            Engine::MariaDb => "mariadb",
        }
    }

    /// The database's part of the page, and folders for what the page has elsewhere.
    fn put_in_order(&self) {
        let admin = match self.engine {
            Engine::Postgres => "postgres",
            Engine::MariaDb => "mysql",
        };
        let sql = self.here(&block(&format!("sql {}", self.name())));
        self.server.run(admin, &sql).expect("the server takes the statements of the page");
        if self.engine == Engine::Postgres {
            self.server
                .admit(self.here(&block("text pg_hba.conf")).trim())
                .expect("the server reads the rule");
        }
        fs::create_dir(self.farm.path("share")).expect("the folder is new");
        for (machine, _) in MACHINES {
            let home = self.farm.path(machine);
            fs::create_dir(&home).expect("the folder is new");
            // Each machine sees the one folder by a path of its own.
            std::os::unix::fs::symlink(self.farm.path("share"), home.join("mount"))
                .expect("the folder is new");
        }
        let shots: String = (1..=SHOTS).map(|it| format!("SCN{it:03},scene,a harbour {it},1\n")).collect();
        let storyboard = self.farm.path("PC-1").join("storyboard.csv");
        fs::write(storyboard, format!("scenecode,type,prompt,duration\n{shots}"))
            .expect("the folder is writable");
    }

    /// The page's words with this test's network, port and size of pictures.
    fn here(&self, words: &str) -> String {
        let host = self.network.address();
        let port = self.server.address().port;
        let words = words.replace("192.168.77.10/film", &format!("192.168.77.10:{port}/film"));
        let words =
            words.replace("192.168.77.10", &host.to_string()).replace("192.168.77.", &self.network.prefix());
        words.replace("1920x1080", "160x90").replace("--fps 24", "--fps 4").replace("at 24 fps", "at 4 fps")
    }

    /// The same on one machine, whose path to the media folder is another one.
    fn on_machine(&self, machine: &str, words: &str) -> String {
        let mount = self.farm.path(machine).join("mount").display().to_string();
        ["/srv/film", "/mnt/film", r"\\192.168.77.10\film"]
            .iter()
            .fold(self.here(words), |words, path| words.replace(&self.here(path), &mount))
    }

    /// Starts a block of the page on a machine, in its home folder.
    fn start(&self, machine: &str, script: &str) -> Process {
        let program = Path::new(env!("CARGO_BIN_EXE_rushes")).parent().expect("a program lies in a folder");
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = self.network.on(machine, "sh");
        shell.args(["-e", "-c", &self.on_machine(machine, script)]);
        shell.current_dir(self.farm.path(machine)).env("PATH", path);
        shell.env("RUSHES_JOURNAL", self.farm.path("journal.jsonl"));
        for variable in ["RUSHES_DATABASE", "RUSHES_DATABASE_PASSWORD", "RUSHES_MEDIA", "RUSHES_WORKER"] {
            shell.env_remove(variable);
        }
        self.farm.start(&mut shell)
    }

    /// Runs a block to its end.
    fn run(&self, machine: &str, script: &str) -> Done {
        let mut process = self.start(machine, script);
        let code = process.wait(LIMIT).code();
        Done { code, said: process.log() }
    }

    /// How many ends each worker has in the worklog, and rows of other questions: a key and a number a line.
    fn numbers(&self, sql: &str) -> BTreeMap<String, i64> {
        let answer = self.server.run("film", &format!("{sql};\n")).expect("the question is right");
        let pairs = answer.lines().filter_map(|it| it.split_once('\t'));
        pairs
            .map(|(key, number)| (key.to_owned(), number.trim().parse().expect("a count is a number")))
            .collect()
    }

    fn ended_by(&self, worker: &str) -> i64 {
        self.numbers("SELECT worker_id, COUNT(*) FROM dbvideo_worklog GROUP BY worker_id")
            .get(worker)
            .copied()
            .unwrap_or(0)
    }

    fn ended_beside(&self, worker: &str) -> i64 {
        let all = self.numbers("SELECT worker_id, COUNT(*) FROM dbvideo_worklog GROUP BY worker_id");
        all.iter().filter(|(it, _)| *it != worker).map(|(_, count)| count).sum()
    }
}

/// Sets the project up as the page says, on each machine.
#[track_caller]
fn set_up(studio: &Studio) {
    let init = studio.run("PC-1", &block(&format!("sh PC-1 {}", studio.name()))).expect(0);
    assert!(init.contains("24 shots added"), "{init}");
    for machine in ["PC-2", "PC-3"] {
        let home = studio.farm.path(machine).join("film");
        fs::create_dir(&home).expect("the folder is new");
        fs::copy(studio.farm.path("PC-1/film/rushes.toml"), home.join("rushes.toml"))
            .expect("the folder is writable");
    }
    studio.run("PC-2", &block("sh PC-2")).expect(0);
    let line = block("toml PC-3");
    let settings = studio.farm.path("PC-3/film/rushes.toml");
    let text = fs::read_to_string(&settings).expect("the settings are there");
    let own = text.lines().map(|it| if it.starts_with("media = ") { line.trim() } else { it });
    let own = own.collect::<Vec<_>>().join("\n");
    fs::write(&settings, studio.on_machine("PC-3", &own)).expect("the folder is writable");
}

/// A line of doctor without what is another one on every machine.
fn comparable(line: &str) -> String {
    let own = ["fonts", "ffmpeg", "maker", "clips"].iter().any(|it| line[6..].starts_with(it));
    let kept = if own { &line[..16] } else { line };
    let mut plain = String::new();
    for letter in kept.chars() {
        let letter = if letter.is_ascii_digit() { '0' } else { letter };
        if !(letter == '0' && plain.ends_with('0')) {
            plain.push(letter);
        }
    }
    // A clock that is a moment behind is "-0.0 s" apart.
    plain.replace(" -0", " 0")
}

/// `doctor` says on each machine what the page says.
#[track_caller]
fn assert_doctor(studio: &Studio) {
    for (machine, _) in MACHINES {
        let said = studio.run(machine, &block("sh doctor")).expect(0);
        let expected = block(&format!("text doctor {machine}"));
        let database = match studio.engine {
            Engine::Postgres => expected,
            Engine::MariaDb => {
                let line = block("text doctor mariadb");
                expected.lines().skip(1).fold(line, |text, it| text + it + "\n")
            }
        };
        let expected: Vec<String> = studio.on_machine(machine, &database).lines().map(comparable).collect();
        let said: Vec<String> = said.lines().map(comparable).collect();
        assert_eq!(said, expected, "{machine}");
    }
}

/// The page says what `doctor` says when something is wrong.
#[track_caller]
fn assert_doctor_complains(studio: &Studio) {
    let wrong = block("sh doctor").replace("a long password of your own", "another");
    let said = studio.run("PC-2", &wrong).expect(1);
    let expected = studio.here(&block(&format!("text wrong password {}", studio.name())));
    assert_says(&said, &expected);
    let elsewhere = block("sh doctor").replace("rushes doctor", "RUSHES_MEDIA=empty rushes doctor");
    let said = studio.run("PC-2", &elsewhere).expect(1);
    let folder = studio.farm.path("PC-2/film/empty").display().to_string();
    assert_says(&said, &block("text wrong folder").replace("/mnt/film", &folder));
}

#[track_caller]
fn assert_says(said: &str, expected: &str) {
    let lines: Vec<String> = said.lines().filter(|it| it.len() > 16).map(comparable).collect();
    for line in expected.lines().map(comparable) {
        assert!(lines.contains(&line), "expected {line}\ngot {said}");
    }
}

/// Everything is done, once, by whoever it was.
#[track_caller]
fn assert_complete(studio: &Studio) {
    let ends = studio.numbers(
        "SELECT CONCAT(stage, ' ', outcome), COUNT(DISTINCT scenecode) + 1000 * COUNT(*) FROM dbvideo_worklog \
         GROUP BY stage, outcome",
    );
    let once = i64::try_from(SHOTS + 1000 * SHOTS).expect("it is a small number");
    assert_eq!(ends, [("clip done".to_owned(), once), ("frames done".to_owned(), once)].into());
    let journal = studio.farm.journal();
    let mut made: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    for line in &journal {
        let result = text(line, "result");
        if ["made", "asked", "fetched"].contains(&result) {
            *made.entry((text(line, "scenecode"), result, text(line, "side"))).or_default() += 1;
        }
    }
    let twice: Vec<_> = made.iter().filter(|(_, times)| **times != 1).collect();
    assert!(twice.is_empty(), "made twice: {twice:?}");
    assert_eq!(made.len(), 4 * SHOTS, "two frames, a submission and a clip of each shot");
    let verify = block("sh doctor").replace("rushes doctor", "rushes verify");
    studio.run("PC-3", &verify).expect(0);
}

#[track_caller]
fn three_pcs_make_a_film(engine: Engine) {
    let Some(studio) = Studio::build(engine) else { return };
    set_up(&studio);
    assert_doctor(&studio);
    assert_doctor_complains(&studio);
    let work = |machine: &str| {
        block(&format!("sh work {machine}")).replace("rushes work", "rushes work --until-done")
    };
    let mut workers = MACHINES.map(|(machine, _)| studio.start(machine, &work(machine)));
    wait_until("every worker to have ended something", LIMIT, || {
        std::thread::sleep(Duration::from_millis(200));
        ["001", "002", "003"].iter().all(|it| studio.ended_by(it) > 0)
    });
    let port = studio.server.address().port;
    assert!(studio.network.reaches("PC-2", port), "PC-2 is on the network");
    studio.network.unplug("PC-2");
    assert!(!studio.network.reaches("PC-2", port), "PC-2's cable is pulled");
    let (cut, others) = (studio.ended_by("002"), studio.ended_beside("002"));
    let all = i64::try_from(2 * SHOTS).expect("it is a small number");
    wait_until("the others to go on without it", LIMIT, || {
        std::thread::sleep(Duration::from_millis(200));
        studio.ended_beside("002") >= (others + 8).min(all - cut - 1)
    });
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(studio.ended_by("002"), cut, "nothing came from PC-2 meanwhile");
    studio.network.plug_in("PC-2");
    assert!(studio.network.reaches("PC-2", port) || studio.network.reaches("PC-2", port), "PC-2 is back");
    for worker in &mut workers {
        assert_eq!(worker.wait(LIMIT).code(), Some(0), "{}", worker.log());
    }
    assert!(studio.ended_by("002") > cut, "PC-2 went on");
    assert_complete(&studio);
}

#[test]
fn three_pcs_make_a_film_with_postgresql_as_the_page_says() {
    three_pcs_make_a_film(Engine::Postgres);
}

#[test]
fn three_pcs_make_a_film_with_mariadb_as_the_page_says() {
    three_pcs_make_a_film(Engine::MariaDb);
}

#[test]
fn both_pages_have_the_same_commands() {
    let plain = |page: &str| -> Vec<(String, Vec<String>)> {
        // Remarks are in the page's language.
        let line = |it: &str| it.split("  #").next().unwrap_or_default().trim_end().to_owned();
        blocks(page).into_iter().map(|(info, body)| (info, body.lines().map(line).collect())).collect()
    };
    assert_eq!(plain(ENGLISH), plain(CHINESE));
}
