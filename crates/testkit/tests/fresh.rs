//! A fresh database on each kind of server: empty, of its own, reached by its client, in an awkward zone.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail where it stands")]

use rushes_testkit::{Backend, Fresh, on_every_database, shell, try_shell};

async fn rows_come_back_as_lines(db: Fresh) {
    assert_eq!(
        shell(&db, "SELECT 1, '夜';\nSELECT 2, NULL;\n"),
        "1\t夜\n2\tNULL\n".replace("NULL", null_of(&db))
    );
}

async fn a_refusal_is_told_and_nothing_after_it_runs(db: Fresh) {
    let error =
        try_shell(&db, "CREATE TABLE a (b INT);\nINSERT INTO nowhere VALUES (1);\nCREATE TABLE c (d INT);\n");
    assert!(error.unwrap_err().contains("nowhere"));
    assert_eq!(shell(&db, "SELECT COUNT(*) FROM a;"), "0\n");
    assert!(try_shell(&db, "SELECT COUNT(*) FROM c;").is_err());
}

async fn each_test_has_a_database_of_its_own(db: Fresh) {
    let other = rushes_testkit::fresh(db.backend);
    shell(&db, "CREATE TABLE a (b INT);");
    shell(&other, "CREATE TABLE a (b INT);");
    assert_ne!(db.url, other.url);
}

async fn a_url_holds_no_password(db: Fresh) {
    assert_eq!(db.password.is_some(), db.backend != Backend::Sqlite);
    assert!(!db.url.split("://").nth(1).unwrap().split('@').next().unwrap().contains(':'), "{}", db.url);
}

fn null_of(db: &Fresh) -> &'static str {
    match db.backend {
        Backend::Sqlite | Backend::MariaDb => "NULL",
        Backend::Postgres => "",
    }
}

on_every_database! {
    rows_come_back_as_lines,
    a_refusal_is_told_and_nothing_after_it_runs,
    each_test_has_a_database_of_its_own,
    a_url_holds_no_password,
}

#[cfg(feature = "servers")]
#[test]
fn the_zone_of_a_server_is_not_utc() {
    let postgres = rushes_testkit::fresh(Backend::Postgres);
    assert_eq!(shell(&postgres, "SELECT EXTRACT(TIMEZONE FROM now())::int;"), "20700\n");
    let mariadb = rushes_testkit::fresh(Backend::MariaDb);
    assert_eq!(shell(&mariadb, "SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW());"), "20700\n");
}

#[cfg(feature = "servers")]
#[test]
fn a_dropped_database_is_gone() {
    for backend in [Backend::Postgres, Backend::MariaDb] {
        let (keeper, gone) = (rushes_testkit::fresh(backend), rushes_testkit::fresh(backend));
        let name = gone.url.rsplit('/').next().unwrap().to_owned();
        let count = match backend {
            Backend::Postgres => format!("SELECT COUNT(*) FROM pg_database WHERE datname = '{name}';"),
            Backend::MariaDb | Backend::Sqlite => {
                format!("SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = '{name}';")
            }
        };
        assert_eq!(shell(&keeper, &count), "1\n");
        drop(gone);
        assert_eq!(shell(&keeper, &count), "0\n");
    }
}
