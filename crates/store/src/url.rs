//! Where a film's database is.

use std::path::{Path, PathBuf};

use crate::Dialect;

/// Why a text is not the address of a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidUrl {
    /// Not one of the three.
    #[error("expected the database to be `sqlite://FILE`, `postgres://..` or `mysql://..`, got `{0}`")]
    Scheme(String),
    /// A password in a file or on a command line is a password that others read.
    #[error("expected the database's address without a password")]
    Password,
    /// Something is missing.
    #[error("expected {expected}, got `{got}`")]
    Incomplete {
        /// What is missing.
        expected: &'static str,
        /// What was given.
        got: String,
    },
}

impl InvalidUrl {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            InvalidUrl::Password => "put it into the environment variable RUSHES_DATABASE_PASSWORD",
            InvalidUrl::Scheme(_) | InvalidUrl::Incomplete { .. } => {
                "for example sqlite://film.db, postgres://rushes@studio-pc/film or mysql://rushes@studio-pc/film"
            }
        }
    }
}

/// A checked address of a database, without a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseUrl {
    dialect: Dialect,
    text: String,
}

impl DatabaseUrl {
    /// Checks an address. A password in it is refused, and never repeated in the error.
    pub fn parse(text: &str) -> Result<DatabaseUrl, InvalidUrl> {
        let (scheme, rest) = text.split_once("://").ok_or_else(|| InvalidUrl::Scheme(without_login(text)))?;
        let dialect = match scheme {
            "sqlite" => Dialect::Sqlite,
            "postgres" | "postgresql" => Dialect::Postgres,
            "mysql" | "mariadb" => Dialect::MariaDb,
            _ => return Err(InvalidUrl::Scheme(without_login(text))),
        };
        if dialect == Dialect::Sqlite {
            if rest.is_empty() || rest.contains('?') {
                return Err(InvalidUrl::Incomplete {
                    expected: "a file after `sqlite://`, without options",
                    got: text.to_owned(),
                });
            }
            return Ok(DatabaseUrl { dialect, text: text.to_owned() });
        }
        check_server(rest)?;
        Ok(DatabaseUrl { dialect, text: text.replacen("mariadb://", "mysql://", 1) })
    }

    /// Which database it is.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same address, with a SQLite file that has no folder of its own looked for in `folder`.
    pub fn beside(&self, folder: &Path) -> DatabaseUrl {
        match self.file() {
            Some(file) => DatabaseUrl {
                dialect: self.dialect,
                text: format!("sqlite://{}", folder.join(file).display()),
            },
            None => self.clone(),
        }
    }

    /// The file of a SQLite database.
    pub fn file(&self) -> Option<PathBuf> {
        (self.dialect == Dialect::Sqlite).then(|| PathBuf::from(&self.text["sqlite://".len()..]))
    }
}

fn check_server(rest: &str) -> Result<(), InvalidUrl> {
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, name) = place.split_once('/').unwrap_or((place, ""));
    let login = authority.rsplit_once('@').map_or("", |(login, _)| login);
    if login.contains(':') || query.split('&').any(|it| it.to_ascii_lowercase().starts_with("password=")) {
        return Err(InvalidUrl::Password);
    }
    let expected = "a user, a host and a database name, as in `postgres://rushes@studio-pc/film`";
    if authority.is_empty() || name.is_empty() {
        return Err(InvalidUrl::Incomplete { expected, got: rest.to_owned() });
    }
    Ok(())
}

/// The text with everything before an `@` left out: it may hold a password.
fn without_login(text: &str) -> String {
    text.rsplit_once('@').map_or(text, |(_, place)| place).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_refused_and_not_repeated() {
        for bad in ["postgres://u:hush@h/f", "mysql://u:hush@h/f", "postgres://u@h/f?password=hush"] {
            let error = DatabaseUrl::parse(bad).unwrap_err();
            assert_eq!(error, InvalidUrl::Password);
            assert!(!error.to_string().contains("hush"));
        }
        let error = DatabaseUrl::parse("oracle://u:hush@h/f").unwrap_err();
        assert!(!error.to_string().contains("hush"), "{error}");
    }

    #[test]
    fn the_three_databases_are_known() {
        for (text, dialect) in [
            ("sqlite://film.db", Dialect::Sqlite),
            ("postgres://rushes@pc:5433/film", Dialect::Postgres),
            ("mysql://rushes@pc/film", Dialect::MariaDb),
            ("mariadb://rushes@pc/film", Dialect::MariaDb),
        ] {
            assert_eq!(DatabaseUrl::parse(text).unwrap().dialect(), dialect);
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        for bad in ["", "film.db", "sqlite://", "postgres://", "postgres://pc", "mysql://pc/"] {
            assert!(DatabaseUrl::parse(bad).is_err(), "{bad}");
        }
    }
}
