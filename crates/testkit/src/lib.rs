//! What the tests of the other crates stand on: private database servers, a fresh database for each test,
//! processes that can be stopped and killed, and waiting with a limit.
//!
//! `cargo xtask test` starts the servers ([`Servers`]) and names them to the tests in the environment
//! ([`POSTGRES`], [`MARIADB`], [`PASSWORD`]); a test asks for a [`fresh`] database and never starts one itself,
//! unless it is about a server that goes away ([`Server`]).

mod client;
mod fresh;
#[cfg(unix)]
mod guard;
mod process;
mod program;
#[cfg(unix)]
mod server;
mod wait;

pub use client::{Address, Engine};
pub use fresh::{Backend, Fresh, MARIADB, PASSWORD, POSTGRES, fresh, fresh_on, shell, try_shell};
pub use process::Process;
#[cfg(unix)]
pub use process::Signal;
pub use program::find_program;
#[cfg(unix)]
pub use server::{Server, ServerError, Servers};
pub use wait::{wait_until, wait_until_async};

/// Makes one test of each case for each database: `on_every_database! { a_claim_is_given_once, .. }`.
///
/// A case is `async fn case(db: rushes_testkit::Fresh)`. PostgreSQL and MariaDB are behind the feature `servers`
/// of the crate that uses this, so that a plain `cargo test` needs no server.
#[macro_export]
macro_rules! on_every_database {
    ($($case:ident),* $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $case() {
                    super::$case($crate::fresh($crate::Backend::Sqlite)).await;
                }
            )*
        }
        #[cfg(feature = "servers")]
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $case() {
                    super::$case($crate::fresh($crate::Backend::Postgres)).await;
                }
            )*
        }
        #[cfg(feature = "servers")]
        mod mariadb {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $case() {
                    super::$case($crate::fresh($crate::Backend::MariaDb)).await;
                }
            )*
        }
    };
}
