//! One way to run statements: alone or in a transaction, tried again as a whole after a conflict.

use std::pin::Pin;
use std::time::{Duration, Instant};

use sqlx::mysql::MySql;
use sqlx::postgres::Postgres;
use sqlx::sqlite::Sqlite;

use crate::connect::Lane;
use crate::row::{Arg, Row};
use crate::sql::Statement;
use crate::{Dialect, Error, Store};

/// How long a transaction is tried again before the conflict is told.
const PATIENCE: Duration = Duration::from_secs(15);

/// A statement on its way, boxed: an `async fn` would be compiled again, with all three drivers below it, in every
/// crate that waits for it.
pub(crate) type Answering<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// An open transaction; dropped without `commit`, it is rolled back.
pub(crate) enum Tx {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
    MariaDb(sqlx::Transaction<'static, MySql>),
}

/// What runs in a transaction: an async closure over the open one. A plain `AsyncFn` bound would do but for one
/// thing: it cannot say that the future may move between threads, and then no caller's future may.
pub(crate) trait Body<'tx, T>: Fn(&'tx mut Tx) -> Self::Running {
    type Running: Future<Output = Result<T, Error>> + Send;
}

impl<'tx, T, F, Running> Body<'tx, T> for F
where
    F: Fn(&'tx mut Tx) -> Running,
    Running: Future<Output = Result<T, Error>> + Send,
{
    type Running = Running;
}

macro_rules! bound {
    ($text:expr, $args:expr) => {{
        let mut query = sqlx::query($text);
        for arg in $args {
            query = match arg {
                Arg::Int(value) => query.bind(value),
                Arg::Real(value) => query.bind(value),
                Arg::Text(value) => query.bind(value),
            };
        }
        query
    }};
}

impl Tx {
    pub(crate) fn dialect(&self) -> Dialect {
        match self {
            Tx::Sqlite(_) => Dialect::Sqlite,
            Tx::Postgres(_) => Dialect::Postgres,
            Tx::MariaDb(_) => Dialect::MariaDb,
        }
    }

    /// Runs a statement and counts the rows it touched.
    pub(crate) fn execute(&mut self, statement: &'static Statement, args: Vec<Arg>) -> Answering<'_, u64> {
        let text = statement.text(self.dialect());
        Box::pin(async move {
            let done = match self {
                Tx::Sqlite(tx) => bound!(text, args).execute(&mut **tx).await.map(|it| it.rows_affected()),
                Tx::Postgres(tx) => bound!(text, args).execute(&mut **tx).await.map(|it| it.rows_affected()),
                Tx::MariaDb(tx) => bound!(text, args).execute(&mut **tx).await.map(|it| it.rows_affected()),
            };
            done.map_err(|source| Error::Statement { statement: statement.name, source })
        })
    }

    /// Runs a statement and reads all rows of its answer.
    pub(crate) fn rows(&mut self, statement: &'static Statement, args: Vec<Arg>) -> Answering<'_, Vec<Row>> {
        let text = statement.text(self.dialect());
        Box::pin(async move {
            let rows = match self {
                Tx::Sqlite(tx) => {
                    let rows = bound!(text, args).fetch_all(&mut **tx).await;
                    rows.map(|it| it.into_iter().map(Row::Sqlite).collect())
                }
                Tx::Postgres(tx) => {
                    let rows = bound!(text, args).fetch_all(&mut **tx).await;
                    rows.map(|it| it.into_iter().map(Row::Postgres).collect())
                }
                Tx::MariaDb(tx) => {
                    let rows = bound!(text, args).fetch_all(&mut **tx).await;
                    rows.map(|it| it.into_iter().map(Row::MariaDb).collect())
                }
            };
            rows.map_err(|source| Error::Statement { statement: statement.name, source })
        })
    }

    /// Runs a statement and reads the first row of its answer.
    pub(crate) async fn row(
        &mut self,
        statement: &'static Statement,
        args: Vec<Arg>,
    ) -> Result<Option<Row>, Error> {
        Ok(self.rows(statement, args).await?.into_iter().next())
    }

    pub(crate) fn commit(self) -> Answering<'static, ()> {
        Box::pin(async move {
            let done = match self {
                Tx::Sqlite(tx) => tx.commit().await,
                Tx::Postgres(tx) => tx.commit().await,
                Tx::MariaDb(tx) => tx.commit().await,
            };
            done.map_err(|source| Error::Transaction { what: "commit", source })
        })
    }
}

impl Store {
    /// Runs `body` in a transaction. After a conflict the whole of it runs again, with jitter, for a bounded time.
    pub(crate) async fn transaction<T>(
        &self,
        lane: Lane,
        body: impl for<'tx> Body<'tx, T> + AsyncFn(&mut Tx) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.patiently(lane, body, |_| true).await
    }

    async fn patiently<T>(
        &self,
        lane: Lane,
        body: impl for<'tx> Body<'tx, T> + AsyncFn(&mut Tx) -> Result<T, Error>,
        commits: fn(&T) -> bool,
    ) -> Result<T, Error> {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(2);
        loop {
            let result = self.once(lane, &body, commits).await;
            match result {
                Err(error) if error.is_conflict() && begun.elapsed() < PATIENCE => {
                    tracing::debug!(%error, "transaction is tried again");
                    tokio::time::sleep(pause.mul_f64(0.5 + rand::random::<f64>())).await;
                    pause = (pause * 2).min(Duration::from_millis(200));
                }
                Err(error) => {
                    if error.is_read_only() {
                        self.recycle();
                    }
                    return Err(error);
                }
                Ok(value) => return Ok(value),
            }
        }
    }

    async fn once<T>(
        &self,
        lane: Lane,
        body: &(impl for<'tx> Body<'tx, T> + AsyncFn(&mut Tx) -> Result<T, Error>),
        commits: fn(&T) -> bool,
    ) -> Result<T, Error> {
        let mut tx = self.begin(lane).await?;
        let value = body(&mut tx).await?;
        if commits(&value) {
            tx.commit().await?;
        }
        Ok(value)
    }

    /// A transaction of one writer that leaves nothing behind if the body says no.
    pub(crate) async fn write_unless<T, N>(
        &self,
        body: impl for<'tx> Body<'tx, Result<T, N>> + AsyncFn(&mut Tx) -> Result<Result<T, N>, Error>,
    ) -> Result<Result<T, N>, Error> {
        self.patiently(Lane::Write, body, Result::is_ok).await
    }

    /// A transaction of one writer.
    pub(crate) async fn write<T>(
        &self,
        body: impl for<'tx> Body<'tx, T> + AsyncFn(&mut Tx) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.transaction(Lane::Write, body).await
    }

    /// The rows of one reading statement.
    pub(crate) async fn rows(
        &self,
        statement: &'static Statement,
        args: Vec<Arg>,
    ) -> Result<Vec<Row>, Error> {
        self.transaction(Lane::Read, async |tx| tx.rows(statement, args.clone()).await).await
    }

    /// The first row of one reading statement.
    pub(crate) async fn row(
        &self,
        statement: &'static Statement,
        args: Vec<Arg>,
    ) -> Result<Option<Row>, Error> {
        Ok(self.rows(statement, args).await?.into_iter().next())
    }
}
