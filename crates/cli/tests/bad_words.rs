//! What a person typed wrongly: what is said, what to do about it, how it ends, and that nothing has changed.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;
mod unchanged;

use unchanged::{made, refuses, state};

#[test]
fn what_is_typed_wrongly_changes_nothing() {
    let farm = made();
    let type_hint = "for example character, location or scene";
    let a_type = "expected a task type to be 1 to 32 lower-case letters, digits, `_` or `-`, got `Wet`";
    for (args, said) in [
        (
            &["frobnicate"][..],
            (
                2,
                "unrecognized subcommand 'frobnicate'\n\nUsage: rushes [OPTIONS] <COMMAND>",
                "`rushes --help` lists the commands",
            ),
        ),
        (
            &["demo", "--size", "320"],
            (
                2,
                "unexpected argument '--size' found\n\nUsage: rushes demo [OPTIONS]",
                "`rushes demo --help` says what it takes, with an example",
            ),
        ),
        (
            &["demo", "--seed", "x"],
            (
                2,
                "invalid value 'x' for '--seed <SEED>': invalid digit found in string",
                "`rushes demo --help` says what it takes, with an example",
            ),
        ),
        (
            &["shots", "colour:red"],
            (2, "expected a known selector, got `colour:`", "known: type:, chapter:, status:, worker:"),
        ),
        (
            &["shots", "status:wet"],
            (
                2,
                "expected a known status, got `wet`",
                "known: waiting, making, frames, filming, done, failed, cancelled, held",
            ),
        ),
        (&["hold", "type:people"], (2, "expected a known type, got `people`", "known: scene")),
        (&["hold", "worker:007"], (2, "expected a known worker, got `007`", "known: 001")),
        (&["hold", "chapter:7-9"], (2, "expected a known chapter, got `7-9`", "known: chapters 1 to 1")),
        (
            &["hold", "chapter:x"],
            (
                2,
                "expected a chapter like 12 or 12-40, got `x`",
                "for example `chapter:12`, `chapter:12-40` or `chapter:1,3-5`",
            ),
        ),
        (
            &["hold", "type:"],
            (
                2,
                "expected a value before and after each comma, got `type:`",
                "for example `type:scene,character` or `SCN1,SCN2`",
            ),
        ),
        (
            &["hold", "all", "A"],
            (
                2,
                "expected `all` alone, got it beside other words",
                "leave `all` out: the other words say which shots",
            ),
        ),
        (
            &["hold", "type:scene", "type:scene"],
            (2, "expected `type:` once, got it twice", "several values are parted by commas: `type:A,B`"),
        ),
        (&["hold", "nope"], (1, "no such shot: `nope`", "`rushes shots` lists them all, from A to A")),
        (
            &["worklog", "--shot", "nope"],
            (1, "no such shot: `nope`", "`rushes shots` lists them all, from A to A"),
        ),
        (
            &["report", "--night", "x"],
            (
                2,
                "expected `--night` with a date such as 2026-12-01, got `x`",
                "without `--night` it is the last night",
            ),
        ),
        (
            &["alerts", "--seen", "x"],
            (
                2,
                "expected `--seen` with an alert's number or `all`, got `x`",
                "`rushes alerts` lists them with their numbers",
            ),
        ),
        (
            &["alerts", "--seen", "9"],
            (1, "could not find an open alert 9", "`rushes alerts` lists those that are open"),
        ),
        (
            &["work"],
            (
                2,
                "expected a name for this worker",
                "for example `rushes work --id 001`, or `worker = \"001\"` in rushes.toml",
            ),
        ),
        (
            &["work", "--id", "../x"],
            (
                2,
                "expected a worker id to be 1 to 64 letters, digits, `.`, `_` or `-`, a letter or digit first, got `../x`",
                "for example 001 or PC-1",
            ),
        ),
        (
            &["work", "--id", "1", "--slots", "0"],
            (2, "expected `--slots` to be at least 1, got 0", "`rushes pause` lets a worker rest"),
        ),
        (&["work", "--id", "1", "--only", "Wet"], (2, a_type, type_hint)),
        (&["prefers", "001", "Wet"], (2, a_type, type_hint)),
        (
            &["work", "--id", "1", "--stages", "x"],
            (
                2,
                "expected `--stages` to name `frames` or `clips`, got `x`",
                "for both, write `--stages frames,clips` or leave it out",
            ),
        ),
        (&["pause", "007"], (2, "expected a known worker, got `007`", "known: 001")),
        (
            &["retry", "--failed", "--cause", "x"],
            (2, "expected a known cause, got `x`", "known: task, refused, busy, down, money, machine"),
        ),
        (
            &["rerun", "A"],
            (
                1,
                "could not make again 1 finished shot without being told so",
                "`--yes` answers the question that a terminal would ask",
            ),
        ),
        (
            &["assemble", "--out", "film.txt"],
            (
                2,
                "could not write the film to `film.txt`: expected a name that ends in `.mp4`",
                "name a file such as `--out cut.mp4`, in a folder that is there",
            ),
        ),
        (
            &["status", "--watch"],
            (
                2,
                "expected a terminal for `--watch`",
                "`rushes status` prints the same once, `rushes status --json` for programs",
            ),
        ),
        (
            &["init"],
            (
                1,
                "could not make a project in `{project}`: there is one already",
                "nothing was changed; use another folder, or edit its rushes.toml",
            ),
        ),
    ] {
        let project = farm.project().display().to_string();
        refuses(&farm, args, (said.0, &said.1.replace("{project}", &project), said.2));
    }
    let elsewhere = |args: &[&str], said: (i32, &str, &str)| {
        let before = state(&farm);
        let told = farm.rushes(&[&["--project", "new"], args].concat()).expect(said.0);
        assert_eq!(told, format!("error: {}\nhint: {}\n", said.1, said.2), "{args:?}");
        assert_eq!(state(&farm), before, "{args:?}");
    };
    elsewhere(
        &["init", "--size", "320"],
        (
            2,
            "expected `--size` to be WIDTHxHEIGHT such as 1280x720, got `320`",
            "both are even numbers of pixels from 16 to 8192",
        ),
    );
    elsewhere(
        &["init", "--database", "ftp://x"],
        (
            2,
            "expected the database to be `sqlite://FILE`, `postgres://..` or `mysql://..`, got `ftp://x`",
            "for example sqlite://film.db, postgres://rushes@studio-pc/film or mysql://rushes@studio-pc/film",
        ),
    );
}
