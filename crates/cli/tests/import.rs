//! `import` and `run` with the storyboards that people have: what they say, what they change, how they end.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;

use farm::Farm;
use farm::proof::text;
use rust_xlsxwriter::Workbook;

fn project() -> Farm {
    let farm = Farm::new();
    farm.in_project(&["init"]).expect(0);
    farm
}

/// The film's shots in its order, `CODE prompt` each.
fn film(farm: &Farm) -> String {
    let rows =
        farm.rows("SELECT scenecode, first_prompt FROM dbvideo_shot ORDER BY chapter, position, scenecode");
    let line = |it| format!("{} {}", text(it, "scenecode"), text(it, "first_prompt"));
    rows.iter().map(line).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_column_is_what_a_person_says_it_is() {
    let farm = project();
    fs::write(farm.path("a.csv"), "Nr,Opening,Closing,How long\nA,dawn,noon,2s\n").unwrap();
    let import = |maps: &[&str]| {
        let maps: Vec<&str> = maps.iter().flat_map(|it| ["--map", it]).collect();
        farm.in_project(&[&["import", "a.csv"], maps.as_slice()].concat())
    };
    let said = import(&[]).expect(1);
    assert!(
        said.contains("expected a column with prompts, got `Nr`, `Opening`, `Closing`, `How long`"),
        "{said}"
    );
    let said = import(&["prompts=Opening"]).expect(2);
    assert!(
        said.contains("expected one of our words (scenecode, chapter, chapter_title, ")
            && said.contains("got `prompts`"),
        "{said}"
    );
    assert!(import(&["Opening"]).expect(2).contains("expected WORD=COLUMN"));
    let said = import(&["prompt=Openin"]).expect(1);
    assert!(
        said.contains("expected the column `Openin`, got `Nr`, `Opening`") && said.contains("hint:"),
        "{said}"
    );
    import(&["scenecode=Nr", "first_prompt=Opening", "last prompt=closing", "duration=How long"]).expect(0);
    let row = &farm.rows("SELECT * FROM dbvideo_shot")[0];
    let found = ["scenecode", "first_prompt", "last_prompt", "duration_ms"].map(|it| text(row, it));
    assert_eq!(found[..3], ["A", "dawn", "noon"]);
    fs::write(farm.path("a.csv"), "shot,prompt\nwide,rain\nwide,snow\n").unwrap();
    assert!(import(&[]).expect(1).contains("got `wide`, which line 2 has already"));
    import(&["extra=shot"]).expect(0);
    assert_eq!(film(&farm), "A dawn, SCN000001 rain, SCN000002 snow");
}

#[test]
fn rows_without_codes_are_known_again_and_shots_that_are_gone_stay() {
    let farm = project();
    let import = |rows: &str, more: &[&str]| {
        fs::write(farm.path("a.csv"), format!("chapter,prompt\n{rows}")).unwrap();
        farm.in_project(&[&["import", "a.csv"], more].concat()).expect(0)
    };
    import("1,dawn\n1,noon\n2,dusk\n", &[]);
    assert_eq!(film(&farm), "SCN000001 dawn, SCN000002 noon, SCN000003 dusk");
    let said = import("1,dawn\n1,rain\n1,noon\n2,dusk\n", &["--rerun-changed"]);
    assert!(
        said.contains("1 shots added, 0 changed, 1 as they were, 2 with another place or priority only"),
        "{said}"
    );
    assert!(said.contains("0 changed shots will be made again"), "{said}");
    assert_eq!(film(&farm), "SCN000001 dawn, SCN000004 rain, SCN000002 noon, SCN000003 dusk");
    let said = import("1,dawn\n1,snow\n2,dusk\n2,night\n", &[]);
    assert!(said.contains("1 shots added, 1 changed, 1 as they were"), "{said}");
    assert!(said.contains("note: 1 shot of the film not in this file: "), "{said}");
    assert_eq!(
        film(&farm),
        "SCN000001 dawn, SCN000004 snow, SCN000002 noon, SCN000003 dusk, SCN000005 night"
    );
}

#[test]
fn a_dry_run_shows_columns_shots_counts_and_running_time() {
    let farm = project();
    let rows = "code,画面描述,type,chapter,duration,lens\nA,长街,character,1 Rain,2.5s,35\nB,灯,scene,,60s,\nC,x,scene,2,3,\n";
    fs::write(farm.path("a.csv"), rows).unwrap();
    let said = farm.in_project(&["import", "a.csv", "--dry-run"]).expect(0);
    let squeezed: Vec<String> =
        said.lines().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for line in [
        "column understood as",
        "画面描述 prompt",
        "lens extra",
        "scenecode chapter type runs first prompt",
        "A 1 1 Rain character 2.5 s 长街",
        "type shots runs",
        "character 1 2.5 s",
        "scene 2 1:03",
        "chapter title shots runs",
        "1 1 Rain 2 1:02",
        "2 - 1 3 s",
        "3 shots in 2 chapters run 1:05",
        "3 shots added, 0 changed, 0 as they were (nothing was written)",
    ] {
        assert!(squeezed.iter().any(|it| it == line), "{line} is not in\n{said}");
    }
    assert_eq!(film(&farm), "");
}

#[test]
fn a_spreadsheet_becomes_shots_and_a_damaged_one_changes_nothing() {
    let farm = project();
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, (header, cell)) in (0..).zip([("镜号", "A"), ("画面描述", "长街")]) {
        sheet.write(0, column, header).unwrap();
        sheet.write(1, column, cell).unwrap();
    }
    let bytes = book.save_to_buffer().unwrap();
    fs::write(farm.path("a.xlsx"), &bytes).unwrap();
    farm.in_project(&["import", "a.xlsx"]).expect(0);
    assert_eq!(film(&farm), "A 长街");
    fs::write(farm.path("a.xlsx"), &bytes[..bytes.len() / 2]).unwrap();
    let said = farm.in_project(&["import", "a.xlsx"]).expect(1);
    assert!(
        said.contains("error: could not read the storyboard") && said.contains("hint: the file is damaged"),
        "{said}"
    );
    assert_eq!(film(&farm), "A 长街");
}
