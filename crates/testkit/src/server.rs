//! Private database servers: in a temporary folder, on loopback unless a test is about a network, with a password, and gone whatever happens.
//!
//! They are set up to show mistakes: their zone is not UTC, their buffers are small, MariaDB has no character set
//! but its maker's default, and every commit reaches the disk. Nobody's configuration files are read.

mod mariadb;
mod owner;
mod postgres;

use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::guard::Guard;
use crate::process::tail;
use crate::{Address, Engine, Fresh, MARIADB, PASSWORD, POSTGRES, find_program, fresh_on};
use owner::Owner;

/// The user of a private server.
const USER: &str = "rushes";
/// It has what a URL, a shell and a settings file stumble over.
const PASSWORD_VALUE: &str = "p@ss/w:rd %41?#$x";
const START_LIMIT: Duration = Duration::from_secs(120);

/// Why a private server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// A program is not installed.
    #[error("find the program `{0}`: install it, or run `cargo xtask setup`")]
    Missing(&'static str),
    /// This is root, and servers refuse root.
    #[error("find the user `{0}`, as whom the server must run when this is root")]
    NoUser(&'static str),
    /// A file or a process could not be made.
    #[error("prepare a server in `{}`", folder.display())]
    Prepare {
        /// The server's folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A program ended with a failure, or did not answer.
    #[error("run `{program}`; the end of its log:\n{log}")]
    Failed {
        /// Which program.
        program: &'static str,
        /// What it printed last.
        log: String,
    },
}

/// One private server.
pub struct Server {
    address: Address,
    child: Child,
    command: Command,
    // Dropped first to last: the guard ends the server and removes the folder.
    guard: Guard,
    home: Home,
}

/// The folder of a server and whose it is.
struct Home {
    folder: PathBuf,
    owner: Owner,
}

impl Server {
    /// Starts a server on a free port.
    ///
    /// # Errors
    /// When its programs are missing or do not start.
    pub fn start(engine: Engine) -> Result<Self, ServerError> {
        Self::start_at(engine, Ipv4Addr::LOCALHOST)
    }

    /// Starts a server on a free port of this address of the machine.
    ///
    /// # Errors
    /// When its programs are missing or do not start.
    pub fn start_at(engine: Engine, host: Ipv4Addr) -> Result<Self, ServerError> {
        let mut last = Self::start_once(engine, host);
        // Somebody else may take the free port before the server does.
        for _ in 0..2 {
            if matches!(last, Err(ServerError::Failed { .. })) {
                last = Self::start_once(engine, host);
            }
        }
        last
    }

    fn start_once(engine: Engine, host: Ipv4Addr) -> Result<Self, ServerError> {
        let user = match engine {
            Engine::Postgres => "postgres",
            Engine::MariaDb => "mysql",
        };
        let owner = Owner::of_server(user)?;
        let prefix = format!("rushes-{}-", engine.client());
        let only_owner = std::fs::Permissions::from_mode(0o700);
        let made =
            tempfile::Builder::new().prefix(&prefix).permissions(only_owner).tempdir().map(TempDir::keep);
        let folder = made.map_err(|source| ServerError::Prepare { folder: std::env::temp_dir(), source })?;
        let home = Home { folder, owner };
        let pid_file = home.folder.join(match engine {
            Engine::Postgres => postgres::PID_FILE,
            Engine::MariaDb => mariadb::PID_FILE,
        });
        let guard = home.ready(|folder| Guard::of_servers(folder, &[&pid_file]))?;
        home.ready(|folder| home.owner.give(folder))?;
        let port = home.ready(|_| free_port(host))?;
        let mut command = match engine {
            Engine::Postgres => postgres::prepare(&home, &guard, host, port)?,
            Engine::MariaDb => mariadb::prepare(&home, &guard, host, port)?,
        };
        let address = Address {
            engine,
            host: host.to_string(),
            port,
            user: USER.into(),
            password: Some(PASSWORD_VALUE.into()),
        };
        let child = home.ready(|_| guard.spawn(&mut command))?;
        let mut server = Self { address, child, command, guard, home };
        server.wait_until_it_answers()?;
        Ok(server)
    }

    /// Ends the server as a crash would, and waits until it is gone. Its data stay.
    pub fn crash(&mut self) {
        self.end_with(match self.address.engine {
            // The sessions of a killed postmaster live on for a moment and keep a new one from starting.
            Engine::Postgres => rustix::process::Signal::QUIT,
            Engine::MariaDb => rustix::process::Signal::KILL,
        });
    }

    /// Ends the server in order, as an administrator would: sessions are told. Its data stay.
    pub fn stop(&mut self) {
        self.end_with(match self.address.engine {
            Engine::Postgres => rustix::process::Signal::INT,
            Engine::MariaDb => rustix::process::Signal::TERM,
        });
    }

    fn end_with(&mut self, signal: rustix::process::Signal) {
        // An error means that it has ended already.
        let _ended = rustix::process::kill_process(rustix::process::Pid::from_child(&self.child), signal);
        let _status = self.child.wait();
    }

    /// Starts the server again on the same port, after [`Server::crash`] or [`Server::stop`].
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_again(&mut self) -> Result<(), ServerError> {
        self.child = self.home.ready(|_| self.guard.spawn(&mut self.command))?;
        self.wait_until_it_answers()
    }

    fn wait_until_it_answers(&mut self) -> Result<(), ServerError> {
        let start = Instant::now();
        while self.address.administer("SELECT 1;").is_err() {
            let ended = !matches!(self.child.try_wait(), Ok(None));
            if ended || start.elapsed() > START_LIMIT {
                let program = match self.address.engine {
                    Engine::Postgres => "postgres",
                    Engine::MariaDb => "mariadbd",
                };
                return Err(ServerError::Failed { program, log: self.home.log() });
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Runs statements in one of its databases as its administrator.
    ///
    /// # Errors
    /// What the client said.
    pub fn run(&self, database: &str, sql: &str) -> Result<String, String> {
        self.address.run(database, sql)
    }

    /// Lets more sessions in: a line of PostgreSQL's pg_hba.conf.
    ///
    /// # Errors
    /// When the file cannot be written, or the server does not read it.
    pub fn admit(&self, rule: &str) -> Result<(), String> {
        let file = self.home.folder.join(postgres::ADMITTED);
        let rules = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        std::fs::write(&file, format!("{rules}\n{rule}\n")).map_err(|error| error.to_string())?;
        self.address.administer("SELECT pg_reload_conf();").map(drop)
    }

    /// A new, empty database on it.
    #[must_use]
    #[track_caller]
    pub fn fresh(&self) -> Fresh {
        fresh_on(&self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.guard.end();
        // The guard sees the end of the server only after its parent, this process, has.
        let _status = self.child.wait();
    }
}

impl Home {
    /// Does a step of the preparation, and says where when it fails.
    fn ready<T>(&self, step: impl FnOnce(&Path) -> std::io::Result<T>) -> Result<T, ServerError> {
        step(&self.folder).map_err(|source| ServerError::Prepare { folder: self.folder.clone(), source })
    }

    /// A command of this server, run as its owner, with everything that it prints in the log.
    fn command(&self, program: &'static str) -> Result<Command, ServerError> {
        let file = find_program(program).ok_or(ServerError::Missing(program))?;
        let mut command = Command::new(file);
        let (output, errors) = self.ready(|folder| {
            let mut options = std::fs::OpenOptions::new();
            let log = options.create(true).append(true).open(folder.join(LOG))?;
            Ok((log.try_clone()?, log))
        })?;
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(output).stderr(errors);
        self.owner.become_in(&mut command);
        Ok(command)
    }

    /// Runs a command to its end.
    fn run(&self, guard: &Guard, program: &'static str, arguments: &[&str]) -> Result<(), ServerError> {
        let mut command = self.command(program)?;
        let mut child = self.ready(|_| guard.spawn(command.args(arguments)))?;
        let status = self.ready(|_| child.wait())?;
        if status.success() { Ok(()) } else { Err(ServerError::Failed { program, log: self.log() }) }
    }

    /// Writes a file that only the owner reads.
    fn write(&self, name: &str, text: &str) -> Result<(), ServerError> {
        self.ready(|folder| {
            let file = folder.join(name);
            std::fs::write(&file, text)?;
            self.owner.give(&file)
        })
    }

    fn log(&self) -> String {
        let bytes = std::fs::read(self.folder.join(LOG)).unwrap_or_default();
        tail(&String::from_utf8_lossy(&bytes))
    }
}

const LOG: &str = "server.log";

fn free_port(host: Ipv4Addr) -> std::io::Result<u16> {
    Ok(TcpListener::bind((host, 0))?.local_addr()?.port())
}

/// The two servers that the tests share.
pub struct Servers {
    postgres: Server,
    mariadb: Server,
}

impl Servers {
    /// Starts both, side by side.
    ///
    /// # Errors
    /// When one of them does not start; the other is then ended.
    pub fn start() -> Result<Self, ServerError> {
        let (postgres, mariadb) = std::thread::scope(|scope| {
            let postgres = scope.spawn(|| Server::start(Engine::Postgres));
            let mariadb = Server::start(Engine::MariaDb);
            (postgres.join().expect("starting a server does not panic"), mariadb)
        });
        Ok(Self { postgres: postgres?, mariadb: mariadb? })
    }

    /// The environment by which tests find them: names and values.
    #[must_use]
    pub fn variables(&self) -> [(&'static str, String); 3] {
        [
            (POSTGRES, self.postgres.address().url()),
            (MARIADB, self.mariadb.address().url()),
            (PASSWORD, PASSWORD_VALUE.to_owned()),
        ]
    }
}
