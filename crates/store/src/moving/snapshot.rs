//! A film at one moment, while workers go on with it.

use rushes_core::{Film, Instant};

use super::tables::Table;
use crate::film::film_of;
use crate::row::{Arg, args};
use crate::transaction::Tx;
use crate::{Error, Store, sql};

/// One reading transaction: what others commit meanwhile is not seen in it.
pub struct Snapshot {
    tx: Tx,
    /// The version of the tables.
    pub schema: i64,
    /// The database's clock at its beginning.
    pub taken_at: Instant,
    /// How many rows the film has in all its tables.
    pub rows: u64,
}

/// Some rows of a table, and where the next ones begin.
pub struct Page {
    /// Each row as a JSON object.
    pub rows: Vec<String>,
    next: Arg,
}

impl Store {
    /// Looks at the film as it is now, for as long as the answer is kept.
    pub async fn snapshot(&self) -> Result<Snapshot, Error> {
        let mut tx = self.begin_snapshot().await?;
        let rows = one(&mut tx, &sql::MOVING_COUNT, "found").await?;
        let schema = one(&mut tx, &sql::SCHEMA_VERSION, "version").await?;
        let taken_at = Instant(one(&mut tx, &sql::NOW, "now").await?);
        Ok(Snapshot { tx, schema, taken_at, rows: u64::try_from(rows).unwrap_or(0) })
    }
}

async fn one(tx: &mut Tx, statement: &'static sql::Statement, column: &str) -> Result<i64, Error> {
    tx.row(statement, vec![]).await?.map_or(Ok(0), |it| it.int(column))
}

impl Snapshot {
    /// The film's settings.
    pub async fn film(&mut self) -> Result<Film, Error> {
        film_of(&self.tx.row(&sql::FILM_READ, args![]).await?.ok_or(Error::NoFilm)?)
    }

    /// The rows of a table that follow a page, or its first ones; a page without rows is the end.
    pub async fn page(&mut self, table: &'static Table, after: Option<Page>) -> Result<Page, Error> {
        let begin = after.map_or_else(|| table.first(), |it| it.next);
        let rows = self.tx.rows(table.page, vec![begin.clone()]).await?;
        let next = rows.last().map_or(Ok(begin), |it| table.after(it))?;
        Ok(Page { rows: rows.iter().map(|it| table.object(it)).collect::<Result<_, _>>()?, next })
    }
}
