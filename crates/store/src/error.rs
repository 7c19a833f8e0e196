//! What can go wrong between a film's store and its callers.

use std::path::PathBuf;

use sqlx::mysql::MySqlDatabaseError;

use crate::{Dialect, InvalidUrl};

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database's address is wrong.
    #[error(transparent)]
    Url(#[from] InvalidUrl),
    /// The database does not let us in.
    #[error("connect to {database} at `{at}`")]
    Connect {
        /// Which database.
        database: &'static str,
        /// Its address without a password.
        at: String,
        /// What it said.
        source: sqlx::Error,
    },
    /// SQLite's locks do not work on a network share.
    #[error("keep the database `{}` on {system}, a network share or a virtual folder", path.display())]
    Share {
        /// The database file.
        path: PathBuf,
        /// The file system's name.
        system: &'static str,
    },
    /// A statement failed.
    #[error("run `{statement}`")]
    Statement {
        /// The file in `sql/`.
        statement: &'static str,
        /// What the database said.
        source: sqlx::Error,
    },
    /// A transaction could not begin or end.
    #[error("{what} a transaction")]
    Transaction {
        /// "begin" or "commit".
        what: &'static str,
        /// What the database said.
        source: sqlx::Error,
    },
    /// The tables could not be made.
    #[error("migrate the {database} database")]
    Migrate {
        /// Which database.
        database: &'static str,
        /// What went wrong.
        source: sqlx::migrate::MigrateError,
    },
    /// Somebody else's migration does not end.
    #[error("migrate the database while another program does")]
    Migrating,
    /// The file beside the database that serialises migrations could not be locked.
    #[error("lock `{}`", path.display())]
    Lock {
        /// The lock file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The database was made by a newer rushes.
    #[error("use this database: its schema is version {found}, this rushes knows up to {known}")]
    NewerSchema {
        /// The database's version.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// The tables are not there, or not all of them.
    #[error("use this database: its schema is version {found}, this rushes needs {known}")]
    OlderSchema {
        /// The database's version.
        found: i64,
        /// The version that this program needs.
        known: i64,
    },
    /// A column is missing or of another type.
    #[error("read the column `{column}`")]
    Column {
        /// The column.
        column: String,
        /// What the driver said.
        source: sqlx::Error,
    },
    /// A row holds something that no version of rushes writes.
    #[error("read `{column}`: expected {expected}, got `{got}`")]
    Row {
        /// The table's column.
        column: &'static str,
        /// What it should hold.
        expected: &'static str,
        /// What it holds.
        got: String,
    },
    /// Somebody moved a row between the read and the write of one transaction, which therefore runs again.
    #[error("hold the {what} `{key}`: somebody else moved it")]
    Moved {
        /// Which kind of row.
        what: &'static str,
        /// Its key.
        key: String,
    },
    /// The database has no film yet.
    #[error("find a film in this database")]
    NoFilm,
    /// The database has a film already.
    #[error("make a film in this database: it holds the film `{title}`")]
    FilmExists {
        /// The title of the one that is there.
        title: String,
    },
    /// A film cannot be restored over another one.
    #[error("restore a film into this database: it holds {holds}")]
    InUse {
        /// What it holds.
        holds: String,
    },
    /// Two shots with one code, or codes that differ only in case.
    #[error(
        "import `{code}`: expected scenecodes that differ in more than case and the way accents are written, got `{other}` too"
    )]
    SameCode {
        /// The code that comes second.
        code: String,
        /// The code that was there before.
        other: String,
    },
    /// The state of a row does not allow what was asked.
    #[error(transparent)]
    Refused(#[from] rushes_core::Refused),
}

impl Error {
    /// Whether the whole transaction may be tried again at once: a conflict with somebody else's.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, Error::Moved { .. })
            || self.sqlx().is_some_and(|error| {
                number(error).is_some_and(|it| matches!(it, 1020 | 1205 | 1213))
                    || code(error).is_some_and(|it| matches!(it.as_str(), "40001" | "40P01" | "55P03"))
                    || sqlite_busy(error)
            })
    }

    /// Whether the database is away or busy: nothing is wrong with what was asked, it may succeed later.
    pub fn is_away(&self) -> bool {
        // Who cannot enter for the first time has a wrong address; who was in already is let in again some day.
        let locked_out = !matches!(self, Error::Connect { .. }) && self.sqlx().is_some_and(locked_out);
        self.is_conflict() || self.is_read_only() || locked_out || self.sqlx().is_some_and(away)
    }

    /// Whether the server answers but only reads, as after a failover.
    pub(crate) fn is_read_only(&self) -> bool {
        self.sqlx().is_some_and(|error| {
            number(error).is_some_and(|it| matches!(it, 1290 | 1836 | 1047))
                || code(error).is_some_and(|it| it == "25006")
        })
    }

    /// Whether the server refused one row lock that it was told not to wait for.
    pub(crate) fn is_row_locked(&self) -> bool {
        self.sqlx().and_then(number) == Some(1205)
    }

    fn sqlx(&self) -> Option<&sqlx::Error> {
        match self {
            Error::Connect { source, .. }
            | Error::Statement { source, .. }
            | Error::Transaction { source, .. } => Some(source),
            Error::Migrate { source: sqlx::migrate::MigrateError::Execute(source), .. } => Some(source),
            Error::Url(_)
            | Error::Share { .. }
            | Error::Migrate { .. }
            | Error::Migrating
            | Error::Lock { .. }
            | Error::NewerSchema { .. }
            | Error::OlderSchema { .. }
            | Error::Row { .. }
            | Error::Column { .. }
            | Error::Moved { .. }
            | Error::NoFilm
            | Error::FilmExists { .. }
            | Error::InUse { .. }
            | Error::SameCode { .. }
            | Error::Refused(_) => None,
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> String {
        let hint = match self {
            Error::Url(error) => error.hint(),
            Error::Migrating => "wait until it has ended, then try again",
            Error::Share { .. } => {
                "keep it on a disk of this machine; for several machines use `postgres://` or `mysql://`"
            }
            Error::NewerSchema { .. } => "install the same rushes on every machine",
            Error::OlderSchema { .. } => "run `rushes migrate` once",
            Error::InUse { .. } => {
                "nothing was changed; stop its workers, or make a new project with `rushes init` in another folder and database"
            }
            Error::NoFilm => "run `rushes init` first",
            Error::Connect { database, source, .. } => connect_hint(database, source),
            Error::Statement { source, .. } | Error::Transaction { source, .. } => {
                self.statement_hint(source)
            }
            Error::Migrate { .. } => {
                "see that this user may make tables and that there is room, then run `rushes migrate`"
            }
            Error::Lock { .. } => {
                "see that the database's folder is there and that this user may write in it"
            }
            Error::Row { .. } | Error::Column { .. } => {
                "somebody changed it by SQL: put a value there that the tables are made for"
            }
            Error::Moved { .. } => "others change the same rows now: try again",
            Error::FilmExists { .. } => "use another database for another film",
            Error::SameCode { .. } => "give one of the two shots another code",
            Error::Refused(_) => "`rushes shots` shows where the shot stands",
        };
        hint.to_owned()
    }

    fn statement_hint(&self, source: &sqlx::Error) -> &'static str {
        match sqlite_code(source) {
            Some(8 | 10 | 13 | 14) => {
                "see that the disk has room and that this user may write to the database's file and in its folder"
            }
            Some(11 | 26) => "the file is damaged or no database: put a copy back",
            Some(_) | None if self.is_away() => "see that the database runs and has room, then try again",
            Some(_) | None => "`rushes doctor` looks whether the database can be used",
        }
    }
}

/// Why a database lets nobody in, as far as it says.
fn connect_hint(database: &str, source: &sqlx::Error) -> &'static str {
    if database == Dialect::Sqlite.as_str() {
        return "see that the file and its folder are there and writable and that the disk is not full; `rushes init` makes a new database";
    }
    let state = code(source).unwrap_or_default();
    match number(source) {
        Some(1049) => NO_DATABASE,
        Some(1044 | 1045 | 1698) => WRONG_PASSWORD,
        Some(_) | None if state == "3D000" => NO_DATABASE,
        Some(_) | None if matches!(state.as_str(), "28P01" | "28000") => WRONG_PASSWORD,
        Some(_) | None => {
            "see that the server runs and lets this machine in; the password comes from RUSHES_DATABASE_PASSWORD"
        }
    }
}

const NO_DATABASE: &str = "make an empty database of this name on the server, or correct the address";
const WRONG_PASSWORD: &str =
    "see that RUSHES_DATABASE_PASSWORD holds this user's password, and that the user may use this database";

fn code(error: &sqlx::Error) -> Option<String> {
    error.as_database_error().and_then(|it| it.code()).map(|it| it.into_owned())
}

fn number(error: &sqlx::Error) -> Option<u16> {
    error.as_database_error().and_then(|it| it.try_downcast_ref::<MySqlDatabaseError>()).map(|it| it.number())
}

/// The plain code of SQLite, which its extended codes keep in the low byte.
fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    code(error)?.parse::<i32>().ok().map(|it| it & 0xff)
}

/// SQLITE_BUSY and SQLITE_LOCKED.
fn sqlite_busy(error: &sqlx::Error) -> bool {
    sqlite_code(error).is_some_and(|it| matches!(it, 5 | 6))
}

/// Server errors that mean "not now": shutting down, too many connections, killed, time limit, not in the cluster,
/// no memory, no room on its disk.
const AWAY_NUMBERS: [u16; 20] = [
    1021, 1037, 1038, 1040, 1053, 1077, 1079, 1114, 1152, 1158, 1159, 1160, 1161, 1180, 1317, 1927, 1969,
    3024, 3169, 4031,
];
const AWAY_STATES: [&str; 5] = ["57014", "57P01", "57P02", "57P03", "25P03"];
/// Whole classes of the same: no connection, no resources, an error of the server's system.
const AWAY_CLASSES: [&str; 3] = ["08", "53", "58"];
/// The same of SQLite: no memory, read-only, an I/O error, a full disk, a file that cannot be opened.
const AWAY_CODES: [i32; 5] = [7, 8, 10, 13, 14];
/// Not let in: a password that was changed, a user or a database that is locked or gone for a while.
const LOCKED_OUT_NUMBERS: [u16; 9] = [1044, 1045, 1049, 1129, 1203, 1226, 1862, 3118, 4151];
const LOCKED_OUT_STATES: [&str; 4] = ["28000", "28P01", "3D000", "55000"];

fn locked_out(error: &sqlx::Error) -> bool {
    number(error).is_some_and(|it| LOCKED_OUT_NUMBERS.contains(&it))
        || code(error).is_some_and(|it| LOCKED_OUT_STATES.contains(&it.as_str()))
}

fn away(error: &sqlx::Error) -> bool {
    let unreachable = matches!(
        error,
        sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Tls(_)
    );
    unreachable
        || number(error).is_some_and(|it| AWAY_NUMBERS.contains(&it))
        || sqlite_code(error).is_some_and(|it| AWAY_CODES.contains(&it))
        || code(error).is_some_and(|it| {
            AWAY_STATES.contains(&it.as_str()) || AWAY_CLASSES.iter().any(|class| it.starts_with(class))
        })
}
