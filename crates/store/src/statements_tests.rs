//! Every statement is understood by every database.

use std::path::Path;

use rushes_testkit::{Fresh, on_every_database};
use sqlx::{Executor as _, SqlSafeStr as _};

use super::{ALL, Statement};
use crate::{DatabaseUrl, Dialect, Store};

on_every_database! { every_statement_is_understood }

async fn every_statement_is_understood(db: Fresh) {
    let url = DatabaseUrl::parse(&db.url).unwrap();
    let store = Store::create(&url, db.password.as_deref()).await.unwrap();
    store.migrate().await.unwrap();
    let mut wrong = Vec::new();
    for statement in ALL {
        if let Err(error) = prepare(&store, statement).await {
            wrong.push(format!("sql/{}: {error}", file_of(statement, store.dialect())));
        }
    }
    assert!(wrong.is_empty(), "{} does not understand\n{}", store.dialect().as_str(), wrong.join("\n"));
}

async fn prepare(store: &Store, statement: &'static Statement) -> Result<(), sqlx::Error> {
    let text = statement.text(store.dialect()).into_sql_str();
    if let Some(pool) = store.sqlite_pool() {
        pool.prepare(text).await.map(drop)
    } else if let Some(pool) = store.postgres_pool() {
        pool.prepare(text).await.map(drop)
    } else if let Some(pool) = store.mariadb_pool() {
        pool.prepare(text).await?;
        explain(pool, statement.text(store.dialect())).await
    } else {
        unreachable!("a store has one of three pools")
    }
}

/// MariaDB looks at the columns of an `INSERT .. SELECT` only when it plans it.
async fn explain(pool: &sqlx::MySqlPool, text: &str) -> Result<(), sqlx::Error> {
    if !text.starts_with("INSERT") || !text.contains("SELECT") {
        return Ok(());
    }
    let mut question = sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN {text}")));
    for _ in 0..text.matches('?').count() {
        question = question.bind("[]");
    }
    question.fetch_all(pool).await.map(drop)
}

/// The file that this database reads: its own neighbour, or the common one.
fn file_of(statement: &Statement, dialect: Dialect) -> String {
    let neighbour = format!(
        "{}.{}.sql",
        statement.name,
        dialect.as_str().to_lowercase().replace("postgresql", "postgres")
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sql");
    if folder.join(&neighbour).exists() { neighbour } else { format!("{}.sql", statement.name) }
}
