//! Disks and servers that refuse: what is said, what to do about it, how it ends, and that nothing has changed.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use farm::Farm;

const WRITABLE: &str =
    "see that the folder is there, that this user may write in it, and that the disk is not full";

/// A small disk of the test's own. Only the system's administrator may have one.
struct Disk(PathBuf);

impl Disk {
    fn mount(folder: PathBuf) -> Option<Disk> {
        fs::create_dir(&folder).expect("the folder is new");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=3m", "tmpfs"]).arg(&folder);
        let mounted = mount.output().is_ok_and(|it| it.status.success());
        mounted.then(|| Disk(folder))
    }

    fn read_only(&self) {
        let mut mount = Command::new("mount");
        let done = mount.args(["-o", "remount,ro"]).arg(&self.0).status().expect("mount is installed");
        assert!(done.success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _gone = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_disk_that_is_full_or_read_only_is_told_and_nothing_changes() {
    let farm = Farm::new();
    let Some(disk) = Disk::mount(farm.path("disk")) else {
        eprintln!("this user may not mount a disk: a full one and a read-only one were not looked at");
        return;
    };
    let project = disk.0.join("film");
    let rushes = |args: &[&str]| {
        let done = farm.rushes(&[&["--project", "disk/film"], args].concat());
        farm::Done { said: done.said.replace(&project.display().to_string(), "{film}"), ..done }
    };
    fs::write(farm.path("one.csv"), "scenecode,prompt,duration\nA,rain,1\n").unwrap();
    rushes(&["init", "--size", "160x90", "--fps", "6"]).expect(0);
    rushes(&["import", "one.csv"]).expect(0);
    let dump = || {
        farm::rows(
            &project.join("film.db"),
            "SELECT * FROM dbvideo_shot JOIN dbvideo_arcpictask USING (scenecode)",
        )
    };
    let before = dump();
    let filler = disk.0.join("full");
    let full = fs::write(&filler, vec![1; 4_000_000]);
    assert!(full.is_err(), "the disk is smaller than that");
    let hint = "see that the file and its folder are there and writable and that the disk is not full; `rushes --project disk/film init` makes a new database";
    let of_sqlite = |error: &str| {
        format!(
            "error: could not connect to SQLite at `sqlite://{{film}}/film.db`: error returned from database: {error}\nhint: {hint}\n"
        )
    };
    fs::write(farm.path("two.csv"), "scenecode,prompt\nB,rain\n").unwrap();
    for args in [&["import", "two.csv"][..], &["hold", "A"]] {
        assert_eq!(rushes(args).expect(1), of_sqlite("(code: 4874) disk I/O error"));
    }
    let new = farm.rushes(&["--project", "disk/new", "init"]).expect(1);
    assert_eq!(
        new,
        format!(
            "error: could not write rushes.toml in `disk/new`: No space left on device (os error 28)\nhint: {WRITABLE}\n"
        )
    );
    assert!(!disk.0.join("new").exists(), "what was begun is gone");
    fs::remove_file(&filler).unwrap();
    assert_eq!(dump(), before);
    for left in ["film.db-wal", "film.db-shm"] {
        let _never_there = fs::remove_file(project.join(left));
    }
    disk.read_only();
    assert_eq!(
        rushes(&["import", "two.csv"]).expect(1),
        of_sqlite("(code: 14) unable to open database file")
    );
    let new = farm.rushes(&["demo", "--folder", "disk/demo"]).expect(1);
    assert_eq!(
        new,
        format!(
            "error: could not make the folder `disk/demo`: Read-only file system (os error 30)\nhint: {WRITABLE}\n"
        )
    );
}

#[cfg(feature = "servers")]
mod servers {
    use rushes_testkit::{Backend, fresh, shell};

    use super::*;

    /// A server refuses, and nothing of a project is left behind.
    #[track_caller]
    fn refused(farm: &Farm, database: &str, password: &str, (error, hint): (&str, &str)) {
        let mut init = farm.command(&["--project", "new", "init", "--database", database]);
        let said = farm.finish(init.env("RUSHES_DATABASE_PASSWORD", password)).expect(1);
        assert!(said.starts_with("error: could not connect to ") && said.contains(error), "{said}");
        assert!(said.ends_with(&format!("\nhint: {hint}\n")) && said.contains(database), "{said}");
        assert!(!said.contains(password), "{said}");
        assert!(!farm.path("new").exists());
    }

    fn a_wrong_password_and_an_unknown_database(backend: Backend, wrong: &str, unknown: &str) {
        let farm = Farm::new();
        let there = fresh(backend);
        let password = there.password.clone().expect("servers have one");
        let hint = "see that RUSHES_DATABASE_PASSWORD holds this user's password, and that the user may use this database";
        refused(&farm, &there.url, "not the password", (wrong, hint));
        let tables = "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'dbvideo_%' AND table_schema IN (DATABASE, 'public');";
        let schema = if backend == Backend::Postgres { "current_database()" } else { "DATABASE()" };
        assert_eq!(shell(&there, &tables.replace("DATABASE", schema)).trim(), "0");
        let hint = "make an empty database of this name on the server, or correct the address";
        refused(&farm, &format!("{}_not", there.url), &password, (unknown, hint));
    }

    #[test]
    fn postgres_says_which_it_is() {
        a_wrong_password_and_an_unknown_database(
            Backend::Postgres,
            "password authentication failed for user",
            "_not\" does not exist",
        );
    }

    #[test]
    fn mariadb_says_which_it_is() {
        a_wrong_password_and_an_unknown_database(
            Backend::MariaDb,
            "1045 (28000): Access denied",
            "1049 (42000): Unknown database",
        );
    }
}
