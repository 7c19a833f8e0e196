//! `rushes doctor`: each line is broken in turn, and named with what to do about it. The clock and the fonts of a machine
//! cannot be broken from here; their lines are tested beside the command.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;

use farm::Farm;

/// A project that nothing is wrong with.
fn healthy() -> Farm {
    let farm = Farm::new();
    farm.in_project(&["init"]).expect(0);
    let said = farm.in_project(&["doctor"]).expect(0);
    for line in ["database", "film", "clock", "media", "disk", "maker animatic", "clips animatic"] {
        assert!(said.contains(&format!("ok    {line}")), "{said}");
    }
    assert!(said.contains(" fonts ") && !said.contains("FAIL"), "{said}");
    let json = farm.in_project(&["doctor", "--json"]).expect(0);
    let lines: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&lines[0]["line"], &lines[0]["state"]), (&"database".into(), &"ok".into()));
    farm
}

/// Changes a line of the project's settings.
fn set(farm: &Farm, before: &str, after: &str) {
    let file = farm.project().join("rushes.toml");
    let text = fs::read_to_string(&file).expect("init wrote the settings");
    assert!(text.contains(before), "{text}");
    fs::write(&file, text.replace(before, after)).expect("the settings are writable");
}

/// The doctor fails, names this line with these words, and has a hint right below it.
#[track_caller]
fn fails(farm: &Farm, line: &str, words: &[&str], hint: &str) {
    let said = farm.in_project(&["doctor"]).expect(1);
    let lines: Vec<&str> = said.lines().collect();
    let at = lines.iter().position(|it| it.starts_with(&format!("FAIL  {line}")));
    let at = at.unwrap_or_else(|| panic!("expected `{line}` to fail:\n{said}"));
    let below = lines[at..].iter().position(|it| it.trim_start().starts_with("hint: "));
    let below = below.map(|it| it + at).unwrap_or_else(|| panic!("expected a hint:\n{said}"));
    let told = lines[at..below].join("\n");
    assert!(!told[1..].contains("FAIL") && !told.contains("\nok "), "the hint is another line's:\n{said}");
    for word in words {
        assert!(told.contains(word), "expected `{word}` in:\n{told}");
    }
    assert!(lines[below].contains(hint), "expected `{hint}` in:\n{}", lines[below]);
    assert!(said.contains("needs you") || said.contains("need you"), "{said}");
}

#[test]
fn a_database_that_is_not_there_is_named_and_the_machine_itself_is_still_looked_at() {
    let farm = healthy();
    fs::remove_file(farm.project().join("film.db")).unwrap();
    fails(&farm, "database", &["film.db", "unable to open"], "`rushes init` makes a new database");
    let said = farm.in_project(&["doctor"]).expect(1);
    assert!(said.contains("ok    disk"), "{said}");
    assert!(!farm.project().join("film.db").exists(), "looking makes no database");
}

#[test]
fn tables_of_another_version_are_named_with_both_versions() {
    let farm = healthy();
    farm.rows("UPDATE _sqlx_migrations SET version = version + 1000");
    fails(&farm, "database", &["version 1004"], "install the same rushes on every machine");
}

#[test]
fn a_database_without_tables_leads_to_migrate() {
    let farm = healthy();
    farm.rows("DROP TABLE _sqlx_migrations");
    fails(&farm, "database", &["version 0", "needs 4"], "`rushes migrate`");
}

#[test]
fn settings_that_differ_from_the_films_are_named_with_both_values() {
    let farm = healthy();
    set(&farm, "width = 1280", "width = 640");
    fails(&farm, "film", &["width", "says 640", "says 1280"], "what the database says");
}

#[test]
fn a_media_folder_that_the_others_do_not_see_is_named() {
    let farm = healthy();
    fs::write(farm.project().join("media/.rushes-media"), "01890000-0000-7000-8000-000000000000\n").unwrap();
    fails(
        &farm,
        "media",
        &["its file .rushes-media is that of another folder"],
        "the film's other machines see",
    );
}

#[test]
fn a_media_folder_that_cannot_be_written_to_is_named() {
    let farm = healthy();
    // Rights do not bind root; a file in the folder's place binds everybody.
    fs::remove_dir_all(farm.project().join("media")).unwrap();
    fs::write(farm.project().join("media"), "").unwrap();
    for line in ["media", "disk"] {
        fails(&farm, line, &["film/media"], "in which the user that runs rushes may write");
    }
}

#[test]
fn too_little_room_is_named_with_the_floor() {
    let farm = healthy();
    set(&farm, "disk_floor = \"1GB\"", "disk_floor = \"900TB\"");
    fails(&farm, "disk", &["below the floor of 900000000 MB"], "`disk_floor`");
}

#[test]
fn a_machine_without_ffmpeg_is_told_so_and_can_work() {
    let farm = healthy();
    let mut command = farm.command(&["--project", "film", "doctor"]);
    let said = farm.finish(command.env("PATH", farm.path("nothing"))).expect(0);
    let note = said.lines().find(|it| it.starts_with("note  ffmpeg")).expect("a note");
    assert!(note.contains("apt-get install ffmpeg") && note.contains("only needed to"), "{note}");
}

#[test]
fn a_maker_whose_program_is_missing_is_named_and_so_is_one_that_this_machine_does_not_have() {
    let farm = Farm::new();
    fs::create_dir(farm.project()).unwrap();
    let own = "[makers.card]\ncommand = [\"no-such-program\"]\n";
    fs::write(farm.project().join("rushes.toml"), format!("{own}[film.frames]\n\"*\" = \"card\"\n")).unwrap();
    farm.in_project(&["init"]).expect(0);
    fails(&farm, "maker card", &["`no-such-program`"], "[makers.card]");
    set(&farm, own, "");
    fails(&farm, "maker card", &["does not have it"], "[makers.card]");
}
