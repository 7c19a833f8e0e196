//! What differs between the databases besides whole statements.

/// Which database a store speaks to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// One file on one machine.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
    /// A MariaDB or MySQL server.
    MariaDb,
}

impl Dialect {
    /// Every database.
    pub const ALL: [Dialect; 3] = [Dialect::Sqlite, Dialect::Postgres, Dialect::MariaDb];

    /// The name for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Dialect::Sqlite => "SQLite",
            Dialect::Postgres => "PostgreSQL",
            Dialect::MariaDb => "MariaDB",
        }
    }

    /// How a transaction that writes begins. SQLite takes the write lock at once: a deferred one that reads first
    /// is told "locked" without waiting.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres | Dialect::MariaDb => "BEGIN",
        }
    }

    /// The database's clock in milliseconds since 1970, UTC. Never the session's zone, never a transaction's start;
    /// MariaDB's `UNIX_TIMESTAMP` is an hour wrong in autumn.
    pub(crate) fn now(self) -> &'static str {
        match self {
            Dialect::Sqlite => "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            Dialect::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
            Dialect::MariaDb => "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)",
        }
    }
}
