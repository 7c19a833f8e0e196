//! A new, empty database for one test.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tempfile::TempDir;

use crate::client::feed;
use crate::{Address, Engine, find_program};

/// The environment variable that names the PostgreSQL server for tests: `postgres://rushes@127.0.0.1:40001`.
pub const POSTGRES: &str = "RUSHES_TEST_POSTGRES";
/// The environment variable that names the MariaDB server for tests: `mysql://rushes@127.0.0.1:40002`.
pub const MARIADB: &str = "RUSHES_TEST_MARIADB";
/// The environment variable with the password of both.
pub const PASSWORD: &str = "RUSHES_TEST_PASSWORD";

/// The three kinds of database that rushes knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// One file.
    Sqlite,
    /// The server named by [`POSTGRES`].
    Postgres,
    /// The server named by [`MARIADB`].
    MariaDb,
}

/// An empty database. It is removed when this is dropped.
#[derive(Debug)]
pub struct Fresh {
    /// Which kind it is.
    pub backend: Backend,
    /// Where it is, without a password: rushes refuses one in a URL.
    pub url: String,
    /// The password, where there is one.
    pub password: Option<String>,
    place: Place,
}

#[derive(Debug)]
enum Place {
    File { file: PathBuf, _folder: TempDir },
    Server { address: Address, name: String },
}

/// Makes an empty database of this kind.
///
/// # Panics
/// When the server is not there; the text says how to get one.
#[must_use]
#[track_caller]
pub fn fresh(backend: Backend) -> Fresh {
    let variable = match backend {
        Backend::Sqlite => return fresh_file(),
        Backend::Postgres => POSTGRES,
        Backend::MariaDb => MARIADB,
    };
    let Ok(url) = std::env::var(variable) else {
        panic!("`{variable}` is not set: run `cargo xtask test`, or keep `cargo xtask servers` running")
    };
    let address = Address::parse(&url, std::env::var(PASSWORD).ok());
    let shape = "scheme://user@host:port";
    fresh_on(&address.unwrap_or_else(|| panic!("expected `{variable}` to be like `{shape}`, got `{url}`")))
}

/// Makes an empty database on a server of the test's own.
///
/// # Panics
/// When the server refuses.
#[must_use]
#[track_caller]
pub fn fresh_on(address: &Address) -> Fresh {
    let name = unique_name();
    if let Err(error) = address.administer(&format!("CREATE DATABASE {name};")) {
        panic!("could not make a database on {}: {error}", address.url());
    }
    Fresh {
        backend: match address.engine {
            Engine::Postgres => Backend::Postgres,
            Engine::MariaDb => Backend::MariaDb,
        },
        url: format!("{}/{name}", address.url()),
        password: address.password.clone(),
        place: Place::Server { address: address.clone(), name },
    }
}

fn fresh_file() -> Fresh {
    let folder =
        tempfile::Builder::new().prefix("rushes-test-").tempdir().expect("the temporary folder is writable");
    let file = folder.path().join("film.db");
    let url = format!("sqlite://{}", file.display().to_string().replace('\\', "/"));
    Fresh { backend: Backend::Sqlite, url, password: None, place: Place::File { file, _folder: folder } }
}

/// A name that no other test has, in this process or another.
fn unique_name() -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("rushes_{}_{}_{number}", std::process::id(), now.subsec_nanos())
}

/// Runs SQL as a person would, in the client of the database; SQLite's is Python's. Rows come back as lines, their
/// columns apart by tabs.
///
/// # Panics
/// When the database refuses, with its words.
#[track_caller]
pub fn shell(fresh: &Fresh, sql: &str) -> String {
    match try_shell(fresh, sql) {
        Ok(rows) => rows,
        Err(error) => panic!("the database refused `{sql}`: {error}"),
    }
}

/// [`shell`] for statements that may be refused.
///
/// # Errors
/// What the client said.
pub fn try_shell(fresh: &Fresh, sql: &str) -> Result<String, String> {
    match &fresh.place {
        Place::Server { address, name } => address.run(name, sql),
        Place::File { file, .. } => {
            let mut python = Command::new(find_program("python3").unwrap_or_else(|| "python3".into()));
            python.args(["-c", SQLITE_SHELL]).arg(file).env("PYTHONIOENCODING", "utf-8");
            feed(python, sql)
        }
    }
}

/// Runs the statements on stdin one after the other, as `sqlite3` would; each ends with a semicolon and a line end.
const SQLITE_SHELL: &str = r#"
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
def run(statement):
    for row in db.execute(statement):
        print(*("NULL" if value is None else value for value in row), sep="\t")
statement = ""
for line in sys.stdin.buffer.read().decode().splitlines(keepends=True):
    statement += line
    if sqlite3.complete_statement(statement):
        run(statement)
        statement = ""
run(statement)
"#;

impl Drop for Fresh {
    fn drop(&mut self) {
        let Place::Server { address, name } = &self.place else { return };
        // A database that stays behind goes with its server, so a refusal is no reason to fail a test.
        let _refusal = match address.engine {
            Engine::Postgres => address.administer(&format!("DROP DATABASE {name} WITH (FORCE);")),
            Engine::MariaDb => {
                address.administer(&format!("SET SESSION lock_wait_timeout = 2; DROP DATABASE {name};"))
            }
        };
    }
}
