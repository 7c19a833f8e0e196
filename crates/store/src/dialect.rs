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

#[cfg(test)]
#[cfg(feature = "servers")]
mod tests {
    use std::time::{SystemTime, UNIX_EPOCH};

    use rushes_testkit::{Backend, fresh, shell};

    use super::*;

    /// The clock as a person's session in another zone sees it, against this machine's.
    fn check(backend: Backend, dialect: Dialect, zones: [&str; 3]) {
        let db = fresh(backend);
        for zone in zones {
            let seen = shell(&db, &format!("SET {zone};\nSELECT {};", dialect.now()));
            let mine = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
            let apart = seen.trim().parse::<u128>().unwrap().abs_diff(mine);
            assert!(apart < 60_000, "{zone}: {seen} against {mine}");
        }
    }

    #[test]
    fn the_clock_of_postgresql_ignores_the_zone_of_the_session() {
        let zones = ["TIME ZONE 'Asia/Kathmandu'", "TIME ZONE 'America/St_Johns'", "TIME ZONE 'UTC'"];
        check(Backend::Postgres, Dialect::Postgres, zones);
    }

    #[test]
    fn the_clock_of_mariadb_ignores_the_zone_of_the_session() {
        check(
            Backend::MariaDb,
            Dialect::MariaDb,
            ["time_zone = '+05:45'", "time_zone = '-03:30'", "time_zone = '+00:00'"],
        );
    }
}
