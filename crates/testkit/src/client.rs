//! Speaks to a server as a person does: through `psql` or `mariadb`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::find_program;

/// The two kinds of server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// PostgreSQL.
    Postgres,
    /// MariaDB.
    MariaDb,
}

impl Engine {
    /// The scheme of a URL to this server.
    #[must_use]
    pub fn scheme(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MariaDb => "mysql",
        }
    }

    /// The program with which a person speaks to it.
    #[must_use]
    pub fn client(self) -> &'static str {
        match self {
            Self::Postgres => "psql",
            Self::MariaDb => "mariadb",
        }
    }

    /// The database that is there before any other is made.
    fn admin_database(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MariaDb => "mysql",
        }
    }
}

/// Where a server listens, and who may enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// What listens there.
    pub engine: Engine,
    /// The host's name or number.
    pub host: String,
    /// The TCP port.
    pub port: u16,
    /// The user, who may make databases.
    pub user: String,
    /// The user's password.
    pub password: Option<String>,
}

impl Address {
    /// Reads `postgres://user@host:port` or `mysql://user@host:port`; the password comes apart, as in the program.
    #[must_use]
    pub fn parse(url: &str, password: Option<String>) -> Option<Self> {
        let (scheme, rest) = url.split_once("://")?;
        let engine =
            [Engine::Postgres, Engine::MariaDb].into_iter().find(|engine| engine.scheme() == scheme)?;
        let (user, place) = rest.trim_end_matches('/').split_once('@')?;
        let (host, port) = place.rsplit_once(':')?;
        Some(Self { engine, host: host.into(), port: port.parse().ok()?, user: user.into(), password })
    }

    /// The URL of the server, without a password.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}://{}@{}:{}", self.engine.scheme(), self.user, self.host, self.port)
    }

    /// Runs statements outside any database of a test.
    pub(crate) fn administer(&self, sql: &str) -> Result<String, String> {
        self.run(self.engine.admin_database(), sql)
    }

    /// Runs statements in a database: the rows, columns apart by tabs, or what the client said about its failure.
    pub(crate) fn run(&self, database: &str, sql: &str) -> Result<String, String> {
        feed(self.command(database), sql)
    }

    fn command(&self, database: &str) -> Command {
        let name = self.engine.client();
        let mut command = Command::new(find_program(name).unwrap_or_else(|| name.into()));
        let port = self.port.to_string();
        match self.engine {
            Engine::Postgres => {
                let flags = ["-X", "-q", "-A", "-t", "-w", "-F", "\t", "-v", "ON_ERROR_STOP=1"];
                command.args(flags).args(["-h", &self.host, "-p", &port, "-U", &self.user, "-d", database]);
                command.env("PGPASSWORD", self.password.as_deref().unwrap_or_default());
                command.env("PGCLIENTENCODING", "UTF8").env("PGOPTIONS", "-c client_min_messages=warning");
            }
            Engine::MariaDb => {
                let flags = ["--no-defaults", "--batch", "--raw", "--skip-column-names", "--protocol=tcp"];
                command.args(flags).arg("--default-character-set=utf8mb4");
                command.args(["--host", &self.host, "--port", &port, "--user", &self.user, database]);
                command.env("MYSQL_PWD", self.password.as_deref().unwrap_or_default());
            }
        }
        command
    }
}

/// Runs a client with `sql` as what is typed.
pub(crate) fn feed(mut command: Command, sql: &str) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let trouble = |error: std::io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(trouble)?;
    let mut typed = child.stdin.take().expect("the stdin was asked for");
    let output = std::thread::scope(|scope| {
        // A client that refuses the first statement stops reading: its own words say why, not the broken pipe.
        scope.spawn(move || typed.write_all(sql.as_bytes()).is_ok());
        child.wait_with_output()
    });
    let output = output.map_err(trouble)?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_back_from_its_url() {
        let address = Address {
            engine: Engine::MariaDb,
            host: "127.0.0.1".into(),
            port: 4000,
            user: "rushes".into(),
            password: Some("secret".into()),
        };
        assert_eq!(address.url(), "mysql://rushes@127.0.0.1:4000");
        assert_eq!(Address::parse(&address.url(), address.password.clone()), Some(address));
    }

    #[test]
    fn an_address_without_user_port_or_known_scheme_is_none() {
        for url in ["postgres://host:1", "postgres://rushes@host", "oracle://rushes@host:1", "host"] {
            assert_eq!(Address::parse(url, None), None, "{url}");
        }
    }
}
