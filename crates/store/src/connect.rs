//! Pools of connections, set up so that no session can hold the farm up.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::mysql::{MySql, MySqlConnectOptions, MySqlPool, MySqlPoolOptions};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Executor, MySqlConnection, PgConnection, Pool, SqlSafeStr, SqliteConnection};

use crate::share::share_of;
use crate::transaction::{Answering, Tx};
use crate::{DatabaseUrl, Dialect, Error, Scope};

/// How long a connection may be waited for.
const ACQUIRE: Duration = Duration::from_secs(20);
/// How long SQLite waits for the one writer of another process.
const BUSY: Duration = Duration::from_secs(15);

/// A film's database.
///
/// Cheap to clone; all clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    url: DatabaseUrl,
    pools: Pools,
    /// Connections older than this many milliseconds after `began` are thrown away.
    recycled: Arc<AtomicU64>,
    began: Instant,
    /// What this process takes on of the film.
    pub(crate) scope: Scope,
}

/// The pools of a store: who writes, and who beats (or, with SQLite, reads) beside it.
#[derive(Debug, Clone)]
enum Pools {
    /// One writer for the process, beats included, and some readers.
    Sqlite { write: SqlitePool, read: SqlitePool },
    /// The beat has a connection of its own, so that a waiting write cannot hold it up.
    Postgres { main: PgPool, beat: PgPool },
    /// As with PostgreSQL.
    MariaDb { main: MySqlPool, beat: MySqlPool },
}

/// Which connections a transaction uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    Write,
    Read,
    Beat,
}

impl Store {
    /// Connects to a database that exists.
    pub async fn connect(url: &DatabaseUrl, password: Option<&str>) -> Result<Store, Error> {
        Store::open(url, password, false).await
    }

    /// Connects to a database and, with SQLite, makes its file if there is none.
    pub async fn create(url: &DatabaseUrl, password: Option<&str>) -> Result<Store, Error> {
        Store::open(url, password, true).await
    }

    fn open<'a>(url: &'a DatabaseUrl, password: Option<&'a str>, create: bool) -> Answering<'a, Store> {
        Box::pin(Store::open_now(url, password, create))
    }

    async fn open_now(url: &DatabaseUrl, password: Option<&str>, create: bool) -> Result<Store, Error> {
        let recycled = Arc::new(AtomicU64::new(0));
        let began = Instant::now();
        let connected = match url.dialect() {
            Dialect::Sqlite => sqlite(&url.file().unwrap_or_default(), create).await?,
            Dialect::Postgres => postgres(url, password, &recycled, began).await,
            Dialect::MariaDb => mariadb(url, password, &recycled, began).await,
        };
        let pools = connected.map_err(|source| Error::Connect {
            database: url.dialect().as_str(),
            at: url.as_str().to_owned(),
            source,
        })?;
        Ok(Store { url: url.clone(), pools, recycled, began, scope: Scope::default() })
    }

    /// Which database this is.
    pub fn dialect(&self) -> Dialect {
        self.url.dialect()
    }

    /// Where it is.
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Closes every connection; what was committed stays.
    pub async fn close(&self) {
        let closing: Answering<'_, ()> = Box::pin(async {
            match &self.pools {
                Pools::Sqlite { write, read } => {
                    read.close().await;
                    write.close().await;
                }
                Pools::Postgres { main, beat } => {
                    main.close().await;
                    beat.close().await;
                }
                Pools::MariaDb { main, beat } => {
                    main.close().await;
                    beat.close().await;
                }
            }
            Ok(())
        });
        // Closing has no answer but its end.
        let _closed = closing.await;
    }

    /// Throws away every connection made until now: the server behind them only reads.
    pub(crate) fn recycle(&self) {
        self.recycled.store(millis(self.began), Ordering::Relaxed);
    }

    pub(crate) fn begin(&self, lane: Lane) -> Answering<'_, Tx> {
        let begin = if lane == Lane::Read { "BEGIN" } else { self.dialect().begin() };
        Box::pin(async move {
            let begun = match &self.pools {
                Pools::Sqlite { read, .. } if lane == Lane::Read => {
                    read.begin_with(begin).await.map(Tx::Sqlite)
                }
                Pools::Sqlite { write, .. } => write.begin_with(begin).await.map(Tx::Sqlite),
                Pools::Postgres { main, beat } => {
                    pick(lane, main, beat).begin_with(begin).await.map(Tx::Postgres)
                }
                Pools::MariaDb { main, beat } => {
                    pick(lane, main, beat).begin_with(begin).await.map(Tx::MariaDb)
                }
            };
            begun.map_err(|source| Error::Transaction { what: "begin", source })
        })
    }

    /// Begins a transaction that only reads, and sees nothing that is committed after its first look.
    pub(crate) fn begin_snapshot(&self) -> Answering<'_, Tx> {
        Box::pin(async move {
            let begun = match &self.pools {
                Pools::Sqlite { read, .. } => read.begin_with("BEGIN").await.map(Tx::Sqlite),
                Pools::Postgres { main, .. } => {
                    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                    main.begin_with(begin).await.map(Tx::Postgres)
                }
                Pools::MariaDb { main, .. } => mariadb_snapshot(main).await.map(Tx::MariaDb),
            };
            begun.map_err(|source| Error::Transaction { what: "begin", source })
        })
    }

    pub(crate) fn sqlite_pool(&self) -> Option<&SqlitePool> {
        if let Pools::Sqlite { write, .. } = &self.pools { Some(write) } else { None }
    }

    pub(crate) fn postgres_pool(&self) -> Option<&PgPool> {
        if let Pools::Postgres { main, .. } = &self.pools { Some(main) } else { None }
    }

    pub(crate) fn mariadb_pool(&self) -> Option<&MySqlPool> {
        if let Pools::MariaDb { main, .. } = &self.pools { Some(main) } else { None }
    }
}

/// MariaDB says the level before the transaction, for just the next one.
async fn mariadb_snapshot(pool: &MySqlPool) -> Result<sqlx::Transaction<'static, MySql>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").await?;
    let begin = "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY";
    sqlx::Transaction::begin(connection, Some(begin.into_sql_str())).await
}

fn pick<'a, Db: sqlx::Database>(lane: Lane, main: &'a Pool<Db>, beat: &'a Pool<Db>) -> &'a Pool<Db> {
    if lane == Lane::Beat { beat } else { main }
}

fn millis(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// A connection older than the last recycling is closed instead of used.
fn still_good(age: Duration, recycled: &AtomicU64, began: Instant) -> bool {
    let born = millis(began).saturating_sub(u64::try_from(age.as_millis()).unwrap_or(u64::MAX));
    recycled.load(Ordering::Relaxed) == 0 || born > recycled.load(Ordering::Relaxed)
}

async fn sqlite(file: &Path, create: bool) -> Result<Result<Pools, sqlx::Error>, Error> {
    if let Some(system) = share_of(file) {
        return Err(Error::Share { path: file.to_owned(), system });
    }
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(create)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY);
    let pool = |most| {
        let options =
            SqlitePoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE).idle_timeout(None);
        options.before_acquire(|connection, _| Box::pin(async move { Ok(is_clean(connection)) }))
    };
    let write = match pool(1).connect_with(options.clone()).await {
        Ok(write) => write,
        Err(error) => return Ok(Err(error)),
    };
    let read = pool(4).connect_lazy_with(options);
    Ok(Ok(Pools::Sqlite { write, read }))
}

/// Whether no transaction is open as the driver counts. SQLite ends one by itself when its disk is full or fails; the
/// driver does not learn of it, and on that connection none could be begun any more.
fn is_clean(connection: &SqliteConnection) -> bool {
    !connection.is_in_transaction()
}

async fn postgres(
    url: &DatabaseUrl,
    password: Option<&str>,
    recycled: &Arc<AtomicU64>,
    began: Instant,
) -> Result<Pools, sqlx::Error> {
    let mut options = PgConnectOptions::from_str(url.as_str())?.application_name("rushes").options([
        ("statement_timeout", "30s"),
        ("lock_timeout", "5s"),
        ("idle_in_transaction_session_timeout", "15s"),
        ("default_transaction_isolation", "read committed"),
    ]);
    if let Some(password) = password {
        options = options.password(password);
    }
    let pool = |most| {
        let recycled = Arc::clone(recycled);
        PgPoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE).before_acquire(move |_, meta| {
            let good = still_good(meta.age, &recycled, began);
            Box::pin(async move { Ok(good) })
        })
    };
    // One connection by itself first: a pool would only say that time ran out.
    PgConnection::connect_with(&options).await?.close().await?;
    let main = pool(6).connect_with(options.clone()).await?;
    Ok(Pools::Postgres { main, beat: pool(1).connect_lazy_with(options) })
}

async fn mariadb(
    url: &DatabaseUrl,
    password: Option<&str>,
    recycled: &Arc<AtomicU64>,
    began: Instant,
) -> Result<Pools, sqlx::Error> {
    let mut options = MySqlConnectOptions::from_str(url.as_str())?.charset("utf8mb4");
    if let Some(password) = password {
        options = options.password(password);
    }
    let pool = |most| {
        let recycled = Arc::clone(recycled);
        MySqlPoolOptions::new()
            .max_connections(most)
            .acquire_timeout(ACQUIRE)
            .before_acquire(move |_, meta| {
                let good = still_good(meta.age, &recycled, began);
                Box::pin(async move { Ok(good) })
            })
            .after_connect(|connection, _| Box::pin(async move { settle(connection).await }))
    };
    // One connection by itself first: a pool would only say that time ran out.
    MySqlConnection::connect_with(&options).await?.close().await?;
    let main = pool(6).connect_with(options.clone()).await?;
    Ok(Pools::MariaDb { main, beat: pool(1).connect_lazy_with(options) })
}

/// Session settings. No statement waits for a row lock: a locked candidate is passed over, everything else is tried
/// again as a whole. The last ones exist only on MariaDB or only on MySQL.
async fn settle(connection: &mut sqlx::MySqlConnection) -> Result<(), sqlx::Error> {
    connection.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED").await?;
    connection.execute("SET SESSION innodb_lock_wait_timeout = 0").await?;
    for optional in [
        "SET SESSION idle_transaction_timeout = 15",
        "SET SESSION max_statement_time = 30",
        "SET SESSION max_execution_time = 30000",
    ] {
        if let Err(error) = connection.execute(optional).await {
            tracing::debug!(%error, optional, "this server has no such setting");
        }
    }
    Ok(())
}
