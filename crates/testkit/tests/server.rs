//! A private server is gone with everything of its own, however the program that started it ends.
#![cfg(all(unix, feature = "servers"))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail where it stands")]

use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rushes_testkit::{Engine, Process, Server, shell, wait_until};

const LIMIT: Duration = Duration::from_secs(180);
/// Names a file to the copy of this test program that is to be killed.
const INNER: &str = "RUSHES_TESTKIT_INNER";

fn restarts_keep_what_was_committed(engine: Engine) {
    let mut server = Server::start(engine).unwrap();
    let db = server.fresh();
    shell(&db, "CREATE TABLE a (b INT);\nINSERT INTO a VALUES (1);\n");
    server.crash();
    assert!(rushes_testkit::try_shell(&db, "SELECT 1;").is_err());
    server.start_again().unwrap();
    shell(&db, "INSERT INTO a VALUES (2);\n");
    server.stop();
    server.start_again().unwrap();
    assert_eq!(shell(&db, "SELECT SUM(b) FROM a;"), "3\n");
}

#[test]
fn postgres_comes_back_with_what_was_committed() {
    restarts_keep_what_was_committed(Engine::Postgres);
}

#[test]
fn mariadb_comes_back_with_what_was_committed() {
    restarts_keep_what_was_committed(Engine::MariaDb);
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn a_killed_program_leaves_no_server_and_no_folder() {
    if let Ok(port_file) = std::env::var(INNER) {
        let server = Server::start(Engine::Postgres).unwrap();
        std::fs::write(&port_file, server.address().port.to_string()).unwrap();
        std::thread::sleep(LIMIT);
    }
    let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let port_file = folder.path().join("port");
    let mut inner = Process::spawn(
        "this test again",
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_killed_program_leaves_no_server_and_no_folder"])
            .env(INNER, &port_file)
            .env("TMPDIR", temporary.path()),
        &folder.path().join("inner.log"),
    );
    let port = || std::fs::read_to_string(&port_file).ok()?.parse::<u16>().ok();
    wait_until("the server", LIMIT, || port().is_some() || inner.ended().is_some());
    let port = port().unwrap_or_else(|| panic!("{}", inner.log()));
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    assert!(!is_empty(temporary.path()));
    inner.kill();
    wait_until("the end of the server", LIMIT, || TcpStream::connect(("127.0.0.1", port)).is_err());
    wait_until("the end of its folder", LIMIT, || is_empty(temporary.path()));
}
