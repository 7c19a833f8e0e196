//! Makers that a machine's settings name: where their programs are looked for.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use farm::Farm;
use farm::proof::text;

#[test]
fn a_relative_program_lies_beside_the_settings_wherever_a_person_stands() {
    let farm = Farm::new();
    fs::create_dir_all(farm.project().join("tools")).unwrap();
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/makers/card.py");
    let script = farm.project().join("tools/card.sh");
    fs::write(&script, format!("#!/bin/sh\nexec python3 '{}'\n", card.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let settings = "[makers.card]\ncommand = [\"./tools/card.sh\"]\n[film]\nwidth = 160\nheight = 90\nfps = 6\n[film.frames]\n\"*\" = \"card\"\n";
    fs::write(farm.project().join("rushes.toml"), settings).unwrap();
    fs::write(farm.path("a.csv"), "scenecode,prompt,duration\nA,rain,1\n").unwrap();
    farm.in_project(&["init"]).expect(0);
    // The commands run in the folder above the project; there is no `tools` there.
    assert!(!farm.path("tools").exists());
    for command in ["doctor", "makers"] {
        let said = farm.in_project(&[command]).expect(0);
        assert!(said.contains(&format!("runs `{}`", script.display())), "{said}");
    }
    farm.in_project(&["run", "a.csv"]).expect(0);
    let makers = farm.rows("SELECT maker FROM dbvideo_worklog WHERE stage = 'frames'");
    assert_eq!((makers.len(), text(&makers[0], "maker")), (1, "card"));
    fs::write(farm.project().join("rushes.toml"), settings.replace("./tools/card.sh", "card.sh")).unwrap();
    let said = farm.in_project(&["makers"]).expect(0);
    assert!(
        said.contains("does not work: could not find the program `card.sh`"),
        "a bare name is looked up in PATH: {said}"
    );
}

#[test]
fn a_relative_argument_is_one_from_the_settings_too() {
    let farm = Farm::new();
    fs::create_dir_all(farm.project()).unwrap();
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/makers/card.py");
    fs::copy(card, farm.project().join("card.py")).unwrap();
    let settings = "[makers.card]\ncommand = [\"python3\", \"card.py\"]\n[film]\nwidth = 160\nheight = 90\nfps = 6\n[film.frames]\n\"*\" = \"card\"\n";
    fs::write(farm.project().join("rushes.toml"), settings).unwrap();
    fs::write(farm.path("a.csv"), "scenecode,prompt,duration\nA,rain,1\n").unwrap();
    farm.in_project(&["init"]).expect(0);
    assert!(!farm.path("card.py").exists());
    farm.in_project(&["run", "a.csv"]).expect(0);
}
