//! Storyboards and settings that a person got wrong: what is said, what to do about it, how it ends, and that nothing
//! has changed.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

mod unchanged;

use std::fs;

use farm::Farm;
use unchanged::{made, refuses};

const MEND: &str = "nothing was imported; mend what is listed and import the file again";
const CODE: &str =
    "expected a scenecode to be 1 to 64 characters without control characters, outer spaces or a path, got";
const NO_SHOT: &str = "a storyboard is a line of column names, then one row for each shot";
const UTF8: &str = "save the file as UTF-8: in Excel choose `CSV UTF-8 (Comma delimited)`, in WPS and LibreOffice the encoding UTF-8";
const KEYS: &str =
    "change what is listed; the rushes.toml that `rushes init` makes in a new folder explains each key";

#[test]
fn a_storyboard_that_cannot_be_read_changes_nothing() {
    let farm = made();
    let long = format!("scenecode,prompt\nA,{}\n", "x".repeat(5_000_000));
    let longest = format!("scenecode,prompt\n{},a\n", "x".repeat(65));
    let of_longest = format!("line 2, column `scenecode`: {CODE} `{}`", "x".repeat(65));
    let names = format!(
        "5 problems\n  line 2, column `scenecode`: {CODE} `../x`\n  line 3, column `scenecode`: {CODE} `a\\b`\n  \
         line 4, column `scenecode`: expected a scenecode that is no device on Windows, got `CON`\n  \
         line 5, column `scenecode`: expected a scenecode that is no device on Windows, got `nul.txt`\n  \
         line 6, column `scenecode`: expected a scenecode that is no device on Windows, got `Com1`"
    );
    let own = |code: &str, why: &str| {
        format!("line 3, column `scenecode`: expected a scenecode of its own, got `{code}`, which {why}")
    };
    for (name, content, message, hint) in [
        ("empty.csv", "", "expected a storyboard, got an empty file".to_owned(), "write one row for each shot"),
        ("header.csv", "scenecode,prompt\n", "expected at least one shot, got none".to_owned(), NO_SHOT),
        ("none.json", "{\"shots\": []}", "expected at least one shot, got none".to_owned(), NO_SHOT),
        ("twice.csv", "code,prompt\nB,x\nB,y\n", own("B", "line 2 has already").replace("`scenecode`:", "`code`:"), MEND),
        ("case.csv", "scenecode,prompt\nSCNa,x\nSCNA,y\n", own("SCNA", "differs only in case from `SCNa` on line 2"), MEND),
        (
            "accents.csv",
            "scenecode,prompt\nCaf\u{e9},x\nCafe\u{301},y\n",
            own("Cafe\u{301}", "is `Caf\u{e9}` of line 2 with its accents written otherwise"),
            MEND,
        ),
        ("names.csv", "scenecode,prompt\n../x,a\na\\b,b\nCON,c\nnul.txt,d\nCom1,e\n", names, MEND),
        ("longest.csv", &longest, of_longest, MEND),
        ("long.csv", &long, "line 2, column `prompt`: expected at most 1 MB of text, got 5.0 MB".to_owned(), MEND),
        (
            "nul.csv",
            "scenecode,prompt\nB,a\0b\n",
            "line 2, column `prompt`: expected text, got the control character U+0000".to_owned(),
            MEND,
        ),
        (
            "values.csv",
            "scenecode,duration,prompt\nB,soon,x\nC,3,\n",
            "2 problems\n  line 2, column `duration`: expected seconds such as `3s`, got `soon`\n  \
             line 3, column `prompt`: expected a prompt, got nothing"
                .to_owned(),
            MEND,
        ),
        (
            "storyboard.txt",
            "a",
            "expected a file of a format that is read (CSV, TSV, XLSX, XLSB, XLS, ODS, Markdown, JSON, JSON Lines), got `.txt`"
                .to_owned(),
            "a spreadsheet program can save a sheet as CSV with the encoding UTF-8",
        ),
    ] {
        fs::write(farm.path(name), content).unwrap();
        let whole = format!("could not read the storyboard `{name}`: {message}");
        for args in [&["import", name][..], &["import", name, "--dry-run"], &["import", name, "--json"], &["run", name]] {
            refuses(&farm, args, (1, &whole, hint));
        }
    }
    fs::write(farm.path("bytes.csv"), b"prompt\n\xff\xfe\xfa\n").unwrap();
    let message = "could not read the storyboard `bytes.csv`: line 2: expected text in UTF-8, UTF-16 or GB18030, got the byte 0xFF";
    refuses(&farm, &["import", "bytes.csv"], (1, message, UTF8));
    for args in [&["import", "nofile.csv"][..], &["run", "nofile.csv"]] {
        let message = "could not read the storyboard `nofile.csv`: No such file or directory (os error 2)";
        refuses(
            &farm,
            args,
            (1, message, "see that the name is right; it is looked for from the current folder"),
        );
    }
    assert!(!farm.path("nofile.csv.rushes").exists());
}

#[test]
fn settings_that_are_wrong_are_told_with_a_way_on() {
    let farm = made();
    let file = farm.project().join("rushes.toml");
    let before = fs::read_to_string(&file).unwrap();
    for (text, problem) in [
        (
            "colour = 1\n",
            "line 1, key `colour`: expected a key that is known here: `database`, `disk_floor`, `film`, `hours`, `makers`, `media`, `only`, `prefers`, `slots`, `stages`, `worker`, `zone`",
        ),
        ("slots == 2\n", "line 1: expected TOML, got an error: extra `=`, expected nothing"),
        ("[film\n", "line 1: expected TOML, got an error: unclosed table, expected `]`"),
        (
            "slots = 0\n[film]\nfps = 0\n",
            "2 problems\n  line 1, key `slots`: expected a whole number from 1 to 64, got `0`\n  line 3, key `film.fps`: expected a whole number from 1 to 120, got `0`",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let message = format!("could not use the settings `{}`: {problem}", file.display());
        refuses(&farm, &["status"], (1, &message, KEYS));
    }
    fs::write(&file, before.replace("fps = 6", "fps = 7")).unwrap();
    let message = "could not use this rushes.toml:\n  fps: rushes.toml says 7, the database says 6";
    let hint = "every machine of a farm has the same [film]; change the file to what the database says";
    refuses(&farm, &["makers"], (1, message, hint));
}

#[test]
fn good_input_of_every_kind_becomes_a_film() {
    let longest = "x".repeat(64);
    let rows = format!(
        "scenecode,prompt,duration\n🎬 1,雨 🌧️ 👩‍🚀,1\nمشهد,شارع طويل في الليل,1\n{longest},rain,1\nCafé,x,1\nCONSOLE,y,1\n"
    );
    let farm = Farm::new();
    farm.in_project(&["init", "--size", "160x90", "--fps", "6"]).expect(0);
    fs::write(farm.path("good.csv"), rows).unwrap();
    farm.in_project(&["run", "good.csv"]).expect(0);
    farm.in_project(&["verify"]).expect(0);
    let codes = farm.rows("SELECT scenecode FROM dbvideo_process WHERE status = 'done' ORDER BY rowid");
    assert_eq!(codes.len(), 5, "{codes:?}");
    assert!(farm.in_project(&["shots", "cafe\u{301}"]).expect(0).contains("Café"));
    let one = made();
    assert!(one.project().join("film.mp4").exists(), "a film of one shot");
}
