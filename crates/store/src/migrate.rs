//! The tables: made once, safely, even when three workers start at the same moment.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use sqlx::migrate::{MigrateError, Migrator};

use crate::{Dialect, Error, Store};

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");
static MARIADB: Migrator = sqlx::migrate!("migrations/mariadb");

fn migrator(dialect: Dialect) -> &'static Migrator {
    match dialect {
        Dialect::Sqlite => &SQLITE,
        Dialect::Postgres => &POSTGRES,
        Dialect::MariaDb => &MARIADB,
    }
}

/// The newest schema that this program knows.
fn known() -> i64 {
    SQLITE.iter().map(|it| it.version).max().unwrap_or(0)
}

impl Store {
    /// Brings the tables to the version of this program. The servers serialise migrations by a lock of their own,
    /// SQLite by a locked file beside the database.
    pub async fn migrate(&self) -> Result<(), Error> {
        let lock = match self.url().file() {
            Some(file) => Some(
                tokio::task::spawn_blocking(move || lock_beside(&file))
                    .await
                    .expect("the lock does not panic")?,
            ),
            None => None,
        };
        let migrator = migrator(self.dialect());
        let done = if let Some(pool) = self.sqlite_pool() {
            migrator.run(pool).await
        } else if let Some(pool) = self.postgres_pool() {
            migrator.run(pool).await
        } else if let Some(pool) = self.mariadb_pool() {
            migrator.run(pool).await
        } else {
            Ok(())
        };
        drop(lock);
        match done {
            Err(MigrateError::VersionMissing(found)) => Err(Error::NewerSchema { found, known: known() }),
            Err(source) => Err(Error::Migrate { database: self.dialect().as_str(), source }),
            Ok(()) => Ok(()),
        }
    }

    /// Refuses a database whose tables are older or newer than this program.
    pub async fn check_schema(&self) -> Result<(), Error> {
        let found = match self.row(&crate::sql::SCHEMA_VERSION, vec![]).await {
            Ok(row) => row.map(|it| it.int("version")).transpose().ok().flatten().unwrap_or(0),
            Err(error) if error.is_away() => return Err(error),
            Err(_) => 0,
        };
        match found.cmp(&known()) {
            std::cmp::Ordering::Less => Err(Error::OlderSchema { found, known: known() }),
            std::cmp::Ordering::Greater => Err(Error::NewerSchema { found, known: known() }),
            std::cmp::Ordering::Equal => Ok(()),
        }
    }
}

fn lock_beside(database: &Path) -> Result<File, Error> {
    let mut name = database.as_os_str().to_owned();
    name.push(".migrating");
    let path = PathBuf::from(name);
    let attempt = || {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
        file.lock()?;
        Ok(file)
    };
    attempt().map_err(|source| Error::Lock { path: path.clone(), source })
}
