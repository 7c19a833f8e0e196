//! What goes into a statement and what comes out, whichever the database.

use sqlx::mysql::{MySql, MySqlRow};
use sqlx::postgres::{PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{ColumnIndex, Decode, Row as _, Type};

use crate::Error;

/// One parameter. The variant tells PostgreSQL the type of a NULL.
#[derive(Debug, Clone)]
pub(crate) enum Arg {
    Int(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
}

macro_rules! arg_from {
    ($($from:ty => |$value:ident| $arg:expr;)*) => {
        $(impl From<$from> for Arg {
            fn from($value: $from) -> Arg { $arg }
        })*
    };
}

arg_from! {
    i64 => |it| Arg::Int(Some(it));
    i32 => |it| Arg::Int(Some(i64::from(it)));
    u32 => |it| Arg::Int(Some(i64::from(it)));
    u64 => |it| Arg::Int(Some(i64::try_from(it).unwrap_or(i64::MAX)));
    usize => |it| Arg::Int(Some(i64::try_from(it).unwrap_or(i64::MAX)));
    Option<i64> => |it| Arg::Int(it);
    std::time::Duration => |it| Arg::Int(Some(i64::try_from(it.as_millis()).unwrap_or(i64::MAX)));
    f64 => |it| Arg::Real(Some(it));
    Option<f64> => |it| Arg::Real(it);
    &str => |it| Arg::Text(Some(it.to_owned()));
    String => |it| Arg::Text(Some(it));
    &String => |it| Arg::Text(Some(it.clone()));
    Option<&str> => |it| Arg::Text(it.map(str::to_owned));
    Option<String> => |it| Arg::Text(it);
    &rushes_core::WorkerId => |it| Arg::Text(Some(it.to_string()));
    &rushes_core::BootId => |it| Arg::Text(Some(it.to_string()));
    &rushes_core::Scenecode => |it| Arg::Text(Some(it.to_string()));
    &rushes_core::TaskType => |it| Arg::Text(Some(it.to_string()));
}

/// The parameters of a statement, in the order of its text.
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::row::Arg::from($value)),*] };
}
pub(crate) use args;

/// One row of an answer.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
    MariaDb(MySqlRow),
}

impl Row {
    /// The value of a column: an `i64`, `f64`, `String`, or an `Option` of one.
    pub(crate) fn get<T>(&self, column: &str) -> Result<T, Error>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
        T: for<'r> Decode<'r, Postgres> + Type<Postgres>,
        T: for<'r> Decode<'r, MySql> + Type<MySql>,
        for<'c> &'c str: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + ColumnIndex<MySqlRow>,
    {
        let value = match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
            Row::MariaDb(row) => row.try_get(column),
        };
        value.map_err(|source| Error::Column { column: column.to_owned(), source })
    }

    pub(crate) fn int(&self, column: &str) -> Result<i64, Error> {
        self.get(column)
    }

    pub(crate) fn text(&self, column: &str) -> Result<String, Error> {
        self.get(column)
    }

    pub(crate) fn maybe_int(&self, column: &str) -> Result<Option<i64>, Error> {
        self.get(column)
    }

    pub(crate) fn maybe_text(&self, column: &str) -> Result<Option<String>, Error> {
        self.get(column)
    }
}
