//! The tables: made once, safely, even when three workers start at the same moment.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use same_file::Handle;
use sqlx::MySqlConnection;
use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::pool::PoolConnection;

use crate::transaction::Answering;
use crate::{Error, Store};

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");
static MARIADB: Migrator = sqlx::migrate!("migrations/mariadb");

/// The newest schema that this program knows.
pub fn schema_version() -> i64 {
    known()
}

fn known() -> i64 {
    SQLITE.iter().map(|it| it.version).max().unwrap_or(0)
}

impl Store {
    /// Brings the tables to the version of this program. The servers serialise migrations by a lock of their own,
    /// SQLite by a locked file beside the database.
    pub async fn migrate(&self) -> Result<(), Error> {
        let lock = match self.url().file() {
            Some(file) => Some(
                tokio::task::spawn_blocking(move || MigrationLock::beside(&file))
                    .await
                    .expect("the lock does not panic")?,
            ),
            None => None,
        };
        let done = self.run_migrations().await?;
        drop(lock);
        match done {
            Err(MigrateError::VersionMissing(found)) => Err(Error::NewerSchema { found, known: known() }),
            Err(source) => Err(Error::Migrate { database: self.dialect().as_str(), source }),
            Ok(()) => Ok(()),
        }
    }

    fn run_migrations(&self) -> Answering<'_, Result<(), MigrateError>> {
        Box::pin(self.run_migrations_now())
    }

    async fn run_migrations_now(&self) -> Result<Result<(), MigrateError>, Error> {
        let failed = |source| Error::Migrate { database: self.dialect().as_str(), source };
        let acquired = |error: sqlx::Error| failed(MigrateError::Execute(error));
        if let Some(pool) = self.sqlite_pool() {
            Ok(run_on(pool.acquire().await.map_err(acquired)?, &SQLITE).await)
        } else if let Some(pool) = self.postgres_pool() {
            Ok(run_on(pool.acquire().await.map_err(acquired)?, &POSTGRES).await)
        } else if let Some(pool) = self.mariadb_pool() {
            let mut connection = pool.acquire().await.map_err(acquired)?;
            let done = run_alone(&mut connection).await.map_err(acquired)?;
            // The end of the session gives the lock back.
            connection.close().await.map_err(acquired)?;
            done.ok_or(Error::Migrating)
        } else {
            Ok(Ok(()))
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

async fn run_on<Db>(mut connection: PoolConnection<Db>, migrator: &Migrator) -> Result<(), MigrateError>
where
    Db: sqlx::Database,
    Db::Connection: Migrate,
{
    let done = migrator.run_direct(None, &mut *connection, false).await;
    if done.is_err() {
        // The session still holds the lock of the migrations; back in the pool it would keep others out.
        let _closed = connection.close().await;
    }
    done
}

/// MariaDB: the lock is ours, because sqlx asks for it with a time limit that MariaDB takes for a mistake. A
/// migration that was killed half-way is begun again: there it could not be rolled back, and ours can be run twice.
/// `None` if somebody else migrates for too long.
async fn run_alone(
    connection: &mut MySqlConnection,
) -> Result<Option<Result<(), MigrateError>>, sqlx::Error> {
    let locked: Option<i64> = sqlx::query_scalar("SELECT GET_LOCK(CONCAT('rushes-', MD5(DATABASE())), 25)")
        .fetch_one(&mut *connection)
        .await?;
    if locked != Some(1) {
        return Ok(None);
    }
    // Making tables waits a moment for the server's dictionary, which every database on it shares.
    sqlx::query("SET SESSION innodb_lock_wait_timeout = 50").execute(&mut *connection).await?;
    let done = MARIADB.run_direct(None, &mut *connection, false).await;
    if !matches!(done, Err(MigrateError::Dirty(_))) {
        return Ok(Some(done));
    }
    sqlx::query("DELETE FROM _sqlx_migrations WHERE success = FALSE").execute(&mut *connection).await?;
    Ok(Some(MARIADB.run_direct(None, connection, false).await))
}

/// The file beside a SQLite database that whoever migrates has locked. It goes with the lock.
struct MigrationLock {
    file: File,
    path: PathBuf,
}

impl MigrationLock {
    /// Waits for the lock.
    fn beside(database: &Path) -> Result<MigrationLock, Error> {
        let mut name = database.as_os_str().to_owned();
        name.push(".migrating");
        let path = PathBuf::from(name);
        let attempt = || loop {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
            file.lock()?;
            if is_at(&file, &path)? {
                return Ok(file);
            }
            // Whoever held it has removed it since: the lock of a file without a name keeps nobody out.
        };
        match attempt() {
            Ok(file) => Ok(MigrationLock { file, path }),
            Err(source) => Err(Error::Lock { path, source }),
        }
    }
}

impl Drop for MigrationLock {
    fn drop(&mut self) {
        // Removed while it is still held; one that stays does no harm.
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "the lock file of the migration stays");
        }
        let _closing_unlocks_it_too = self.file.unlock();
    }
}

/// Whether the file of this name is the one that is open.
fn is_at(file: &File, path: &Path) -> std::io::Result<bool> {
    match Handle::from_path(path) {
        Ok(there) => Ok(there == Handle::from_file(file.try_clone()?)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
