//! The commands as a person types them: what they say, what they change, how they end.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file needs a part of it")]
mod farm;

use std::fs;
use std::path::Path;
use std::process::Command;

use farm::proof::{assert_journal_matches, number, text};
use farm::{Farm, probe};
use serde_json::Value;

/// Three shots in two languages, with a column that is nobody's.
const CSV: &str = "scenecode,type,chapter,prompt,last prompt,duration,mood
SCN1,character,1,小满站在门口 🌧️,小满笑了,1.5,calm
SCN2,scene,1,\"雨中的长街, 夜\",The long street at night,2,
SCN3,location,3,A harbour 🚢,港口,1,wide
";
const JSON: &str = r#"{"shots": [
  {"镜头号": "镜头-1", "任务类型": "scene", "章节": 1, "首帧提示词": "码头 ⚓ 清晨", "尾帧提示词": "The pier is empty", "时长": 1},
  {"镜头号": "镜头-2", "任务类型": "character", "章节": 1, "首帧提示词": "She waits 👩‍🚀", "尾帧提示词": "她走了", "时长": 1}
]}"#;

/// A film that is made within a second or two.
const QUICK: &str = "[film]
width = 160
height = 90
fps = 6
[film.timing]
beat = \"500ms\"
stale = \"1min\"
scan = \"250ms\"
poll = \"250ms\"
retries = 1
";

/// A folder with a storyboard, and in it the project `film` with these settings, not yet made.
fn begun(settings: &str) -> Farm {
    let farm = Farm::new();
    fs::create_dir(farm.project()).expect("the folder is new");
    fs::write(farm.project().join("rushes.toml"), settings).expect("the folder is writable");
    fs::write(farm.path("storyboard.csv"), CSV).expect("the folder is writable");
    farm
}

/// The same, made.
fn made() -> Farm {
    let farm = begun(QUICK);
    farm.in_project(&["run", "storyboard.csv"]).expect(0);
    farm
}

#[test]
fn a_project_is_made_once_and_a_second_init_changes_nothing() {
    let farm = Farm::new();
    let said = farm.in_project(&["init", "--title", "长街", "--size", "640x360", "--fps", "12"]).expect(0);
    assert!(
        said.contains("rushes.toml") && said.contains("Next: `rushes --project film import STORYBOARD`"),
        "{said}"
    );
    let state = || {
        let settings = fs::read_to_string(farm.project().join("rushes.toml")).unwrap();
        (settings, farm.rows("SELECT * FROM dbvideo_film"))
    };
    let before = state();
    assert_eq!((text(&before.1[0], "title"), number(&before.1[0], "fps")), ("长街", 12));
    let said = farm.in_project(&["init", "--title", "Another"]).expect(1);
    assert!(said.contains("there is one already") && said.contains("hint: nothing was changed"), "{said}");
    assert_eq!(state(), before);
}

#[test]
fn a_password_in_the_url_is_refused_and_never_repeated() {
    const URL: &str = "postgres://rushes:s3cret@localhost/film";
    let farm = Farm::new();
    let typed = farm.in_project(&["init", "--database", URL]).expect(2);
    let from_environment = farm.finish(farm.command(&["init"]).env("RUSHES_DATABASE", URL)).expect(2);
    for said in [typed, from_environment] {
        assert!(!said.contains("s3cret"), "{said}");
        assert!(said.contains("RUSHES_DATABASE_PASSWORD"), "{said}");
    }
    assert!(!farm.project().join("rushes.toml").exists() && !farm.path("rushes.toml").exists());
}

#[test]
fn a_dry_run_shows_what_an_import_does_and_changes_nothing() {
    let farm = Farm::new();
    farm.in_project(&["init"]).expect(0);
    for (name, content, shots) in [("storyboard.csv", CSV, 3), ("storyboard.json", JSON, 2)] {
        fs::write(farm.path(name), content).unwrap();
        let count = || farm.rows("SELECT scenecode FROM dbvideo_shot").len();
        let before = count();
        let said = farm.in_project(&["import", name, "--dry-run"]).expect(0);
        assert!(
            said.contains(&format!("{shots} shots added, 0 changed, 0 as they were (nothing was")),
            "{said}"
        );
        assert_eq!(count(), before);
        let said = farm.in_project(&["import", name]).expect(0);
        assert!(said.contains(&format!("{shots} shots added, 0 changed, 0 as they were")), "{said}");
        let said = farm.in_project(&["import", name]).expect(0);
        assert!(said.contains(&format!("0 shots added, 0 changed, {shots} as they were")), "{said}");
        assert_eq!(count(), before + shots);
    }
    let said = farm.in_project(&["import", "storyboard.csv", "--dry-run"]).expect(0);
    assert!(
        said.lines().any(|it| it.starts_with("mood ") && it.ends_with(" extra"))
            && said.contains("小满站在门口 🌧️"),
        "{said}"
    );
    let extra = farm.rows("SELECT extra FROM dbvideo_shot WHERE scenecode = 'SCN3'");
    assert!(text(&extra[0], "extra").contains("wide"), "{extra:?}");
}

#[test]
fn a_small_csv_becomes_a_film_and_the_lists_tell_of_it() {
    let farm = made();
    assert_journal_matches(&farm);
    assert_eq!(text(&probe(&farm.project().join("film.mp4"))["streams"][0], "nb_read_frames"), "27");
    let said = |args: &[&str]| farm.in_project(args).expect(0);
    let status = said(&["status"]);
    assert!(status.contains("3 of 3 shots have both frames, 3 have their clip; complete"), "{status}");
    assert!(status.contains("Nothing needs you."), "{status}");
    let shots = said(&["shots"]);
    assert_eq!(shots.lines().filter(|it| it.contains(" done ")).count(), 3, "{shots}");
    let third = said(&["shots", "--chapter", "3"]);
    assert!(
        third.lines().count() == 2 && third.lines().last().is_some_and(|it| it.starts_with("SCN3 ")),
        "{third}"
    );
    let workers = said(&["workers"]);
    assert!(
        workers.lines().count() == 2 && workers.contains("\n001 ") && workers.contains("stopped"),
        "{workers}"
    );
    assert_eq!(said(&["alerts"]), "No alert is open.\n");
    assert_eq!(said(&["worklog"]).lines().count(), 1 + 6);
    let of_one = said(&["worklog", "--shot", "SCN2"]);
    assert!(of_one.lines().count() == 3 && of_one.lines().skip(1).all(|it| it.contains("SCN2")), "{of_one}");
    assert_eq!(said(&["worklog", "--last", "1"]).lines().count(), 2);
    let json = |args: &[&str]| serde_json::from_str::<Value>(&said(args)).expect("it is JSON");
    assert_eq!(json(&["shots", "--json"])[2]["state"], "done");
    assert_eq!(json(&["worklog", "--json", "--last", "1"])[0]["outcome"], "done");
    assert_eq!(json(&["workers", "--json"])[0]["worker"], "001");
    let makers = json(&["makers", "--json"]);
    assert_eq!(
        (&makers[0]["makes"], &makers[1]["submissions"]),
        (&"frames: every other type".into(), &3.into())
    );
    let report = said(&["report"]);
    assert!(report.contains("3 shots got both frames, 3 a clip; 0 claims ended otherwise"), "{report}");
    let (report, workers) = (json(&["report", "--json"]), json(&["report", "--json"])["workers"].clone());
    assert_eq!(
        (&report["frames"], &workers[0]["clips"], &report["nights"][0]["frames"]),
        (&3.into(), &3.into(), &3.into())
    );
    let refused = farm.in_project(&["report", "--night", "2001-02-03"]).expect(1);
    assert!(refused.contains("nothing ended then\nhint: there is work of these nights: 20"), "{refused}");
    farm.in_project(&["report", "--night", "yesterday"]).expect(2);
    let status = json(&["status", "--json"]);
    assert_eq!((&status["with_clip"], &status["counts"]["clips"]["done"]), (&3.into(), &3.into()));
    assert_eq!(
        (&status["needs_you"], json(&["alerts", "--json"])),
        (&Value::Array(vec![]), Value::Array(vec![]))
    );
}

#[test]
fn a_small_json_file_has_its_project_beside_it() {
    let farm = Farm::new();
    fs::write(farm.path("码头.json"), JSON).unwrap();
    let said = farm.rushes(&["run", "码头.json"]).expect(0);
    let project = farm.path("码头.json.rushes");
    assert!(said.contains("2 shots: 2 new, 0 changed"), "{said}");
    assert_eq!(text(&probe(&project.join("film.mp4"))["streams"][0], "nb_read_frames"), "48");
    let done =
        farm::rows(&project.join("film.db"), "SELECT scenecode FROM dbvideo_process WHERE status = 'done'");
    assert_eq!(done.len(), 2);
    let sheet = fs::read_to_string(project.join("contact.html")).unwrap();
    assert!(sheet.contains("码头 ⚓ 清晨") && sheet.contains("She waits 👩‍🚀"), "the prompts are on the sheet");
}

/// Draws with the example of a maker, and never the second shot.
const MAKER: &str = "import json, subprocess, sys
ask = sys.stdin.read()
if json.loads(ask)['scenecode'] == 'SCN2':
    print(json.dumps({'error': 'no rain today'}))
else:
    sys.exit(subprocess.run([sys.executable, sys.argv[1]], input=ask, text=True).returncode)
";

#[test]
fn a_shot_that_cannot_be_made_fails_the_run_and_no_other_shot() {
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/makers/card.py");
    let farm = begun("");
    fs::write(farm.path("maker.py"), MAKER).unwrap();
    let program = [farm.path("maker.py"), card].map(|it| format!("{:?}", it.display().to_string()));
    let own = format!("[makers.card]\ncommand = [\"python3\", {}]\n", program.join(", "));
    let settings = format!("{own}{QUICK}[film.frames]\n\"*\" = \"card\"\n");
    fs::write(farm.project().join("rushes.toml"), settings).unwrap();

    let said = farm.in_project(&["run", "storyboard.csv"]).expect(1);
    assert!(
        said.contains("error: without a clip: 1 shot\n") && said.contains("hint: `rushes alerts`"),
        "{said}"
    );
    let states =
        farm.rows("SELECT scenecode, status, retry_count FROM dbvideo_arcpictask ORDER BY scenecode");
    let states: Vec<i64> = states.iter().map(|it| number(it, "status")).collect();
    assert_eq!(states, [2, 3, 2]);
    let alerts = farm.in_project(&["alerts"]).expect(0);
    assert!(
        alerts.lines().count() == 2 && alerts.contains("SCN2") && alerts.contains("no rain today"),
        "{alerts}"
    );
    let status = farm.in_project(&["status"]).expect(0);
    assert!(status.contains("1 alert needs you"), "{status}");
    let ends = farm.in_project(&["worklog", "--shot", "SCN2"]).expect(0);
    assert!(ends.contains(" retry ") && ends.contains(" failed ") && ends.lines().count() == 3, "{ends}");
    let said = farm.in_project(&["work", "--id", "001", "--until-done"]).expect(1);
    assert!(said.contains("error: given up: 1 shot\nhint: `rushes alerts`"), "{said}");

    farm.in_project(&["alerts", "--seen", "all"]).expect(0);
    assert!(farm.in_project(&["status"]).expect(0).contains("Nothing needs you."));
    assert_eq!(farm.in_project(&["alerts"]).expect(0), "No alert is open.\n");
    assert!(farm.in_project(&["alerts", "--all"]).expect(0).contains("no rain today"));
    farm.in_project(&["alerts", "--seen", "1"]).expect(1);
    let sheet = fs::read_to_string(farm.project().join("contact.html")).unwrap();
    assert!(sheet.contains("no rain today"), "the sheet says why a shot is missing");

    assert!(!farm.project().join("film.mp4").exists());
    let refused = farm.in_project(&["assemble"]).expect(1);
    assert!(refused.contains("1 shots have no clip: SCN2\n") && refused.contains("--slates"), "{refused}");
    let said = farm.in_project(&["assemble", "--slates"]).expect(0);
    assert!(said.contains("1 card in the place of missing clips"), "{said}");
    let film = probe(&farm.project().join("film.mp4"));
    assert_eq!(text(&film["streams"][0], "nb_read_frames"), "27", "the slate runs as long as its shot");
    assert!(!farm.project().join("slates").exists());
}

/// The one path that a question answers.
fn path_of(farm: &Farm, sql: &str) -> String {
    let rows = farm.rows(sql);
    assert_eq!(rows.len(), 1, "{sql}");
    text(&rows[0], "path").to_owned()
}

#[test]
fn verify_finds_what_is_wrong_and_repair_mends_just_that() {
    let farm = made();
    let media = farm.project().join("media");
    let clip = path_of(&farm, "SELECT path FROM dbvideo_videometa WHERE scenecode = 'SCN1'");
    let frame = path_of(&farm, "SELECT secondpic AS path FROM dbvideo_arcpictask WHERE scenecode = 'SCN2'");
    let orphan = "frames/001/SCN9_first.1-3fa9c2.png";
    fs::copy(media.join(&frame), media.join(orphan)).unwrap();
    fs::remove_file(media.join(&clip)).unwrap();
    let bytes = fs::read(media.join(&frame)).unwrap();
    fs::write(media.join(&frame), &bytes[..bytes.len() / 2]).unwrap();

    let said = farm.in_project(&["verify"]).expect(1);
    let line = |code: &str| said.lines().find(|it| it.starts_with(code)).unwrap_or_default();
    assert!(line("SCN1 ").contains(&clip) && line("SCN2 ").contains(&frame), "{said}");
    assert!(said.contains(&format!("no row names {orphan}")), "{said}");
    assert!(said.contains("as the database says: 7 files; broken: 2 shots; of no row: 1 file;"), "{said}");
    assert!(said.contains("hint: `rushes verify --repair`") && media.join(orphan).exists(), "{said}");

    let before = farm.journal();
    let said = farm.in_project(&["verify", "--repair"]).expect(0);
    assert!(said.contains("to be made again: 2 shots; moved to orphans/: 1 file"), "{said}");
    assert_eq!(fs::read(media.join("orphans").join(orphan)).unwrap(), bytes);
    farm.in_project(&["work", "--id", "001", "--until-done"]).expect(0);
    let made_again = |what: &str, result: &str| {
        let new = farm.journal().split_off(before.len());
        let lines = new.iter().filter(|it| text(it, "what") == what && text(it, "result") == result);
        let mut shots: Vec<String> = lines.map(|it| text(it, "scenecode").to_owned()).collect();
        shots.sort();
        shots
    };
    assert_eq!(made_again("frame", "made"), ["SCN2", "SCN2"]);
    assert_eq!(made_again("submit", "accepted"), ["SCN1", "SCN2"]);
    assert_eq!(made_again("fetch", "fetched"), ["SCN1", "SCN2"]);
    assert!(!media.join(&frame).exists(), "what was replaced is gone");
    let said = farm.in_project(&["verify"]).expect(0);
    assert!(said.starts_with("as the database says: 9 files; broken: 0 shots; of no row: 0 files"), "{said}");
}

#[test]
fn frames_that_were_exchanged_are_found() {
    let farm = made();
    let row =
        farm.rows("SELECT firstpic, secondpic FROM dbvideo_arcpictask WHERE scenecode = 'SCN3'").remove(0);
    let [first, last] = ["firstpic", "secondpic"].map(|it| farm.project().join("media").join(text(&row, it)));
    let aside = farm.path("aside.png");
    for (from, to) in [(&first, &aside), (&last, &first), (&aside, &last)] {
        fs::rename(from, to).unwrap();
    }
    let said = farm.in_project(&["verify"]).expect(1);
    assert_eq!(said.matches("is not the file that was checked: its hash differs").count(), 2, "{said}");
    assert!(said.contains("as the database says: 7 files; broken: 1 shot;"), "{said}");
}

#[test]
fn what_was_typed_wrongly_ends_with_two_and_a_way_on() {
    let farm = begun(QUICK);
    farm.in_project(&["init"]).expect(0);
    for (args, words) in [
        (&["frobnicate"][..], "unrecognized subcommand 'frobnicate'"),
        (&["assemble", "--colour"], "unexpected argument '--colour'"),
        (&["work"], "expected a name for this worker"),
        (&["work", "--id", "0/1"], "expected a worker id"),
        (&["work", "--id", "001", "--stages", "sound"], "expected `--stages` to name"),
        (&["assemble", "--out", "film.txt"], ".mp4"),
        (&["work", "--id", "001", "--hours", "20-6"], "expected hours such as"),
    ] {
        let said = farm.in_project(args).expect(2);
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let said = farm.rushes(&["--project", "other", "init", "--size", "161x90"]).expect(2);
    assert!(
        said.contains("could not make a project: key `film.width`: expected an even number, got `161`"),
        "{said}"
    );
    assert!(!farm.path("other").exists());
    let said = farm.in_project(&["work", "--id", "001", "--until-done"]).expect(1);
    assert!(said.contains("the film has no shots yet\nhint: `rushes import"), "{said}");
    let said = farm.rushes(&["--project", "nowhere", "status"]).expect(1);
    assert!(said.starts_with("error: could not use the settings"), "{said}");
    assert!(said.contains("rushes.toml") && said.contains("hint: "), "{said}");
}

#[test]
fn every_command_has_an_example_that_works() {
    let farm = Farm::new();
    fs::write(farm.path("storyboard.csv"), CSV).unwrap();
    let help = farm.rushes(&["--help"]).expect(0);
    let listed = help.lines().skip_while(|it| *it != "Commands:").skip(1).take_while(|it| !it.is_empty());
    // A description that is too long goes on below itself, further in.
    let names = listed.filter(|it| !it.starts_with("   "));
    let commands: Vec<&str> = names.filter_map(|it| it.split_whitespace().next()).collect();
    assert!(commands.len() >= 16, "{help}");
    let mut examples: Vec<String> = commands.iter().map(|it| example(&farm, it)).collect();
    // The others need a project; `import` alone is shown as a dry run.
    // And what is tried is not done yet.
    examples.sort_by_key(|it| (!it.starts_with("rushes init"), !it.starts_with("rushes try")));
    examples.insert(1, "rushes import storyboard.csv".to_owned());
    // A film is restored into a new project.
    farm.rushes(&["--project", "new-place", "init"]).expect(0);
    let program = Path::new(env!("CARGO_BIN_EXE_rushes"));
    let folder = program.parent().expect("a program lies in a folder").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    for example in examples {
        let mut shell = Command::new("sh");
        shell.args(["-c", &example]).current_dir(farm.folder.path()).env("PATH", &path);
        let done = farm.finish(&mut shell);
        assert_eq!(done.code, Some(0), "{example}\n{}", done.said);
    }
    let films = ["film.mp4", "contact.html", "rushes-demo/film.mp4", "storyboard.csv.rushes/film.mp4"];
    let missing: Vec<&str> = films.into_iter().filter(|it| !farm.path(it).exists()).collect();
    assert_eq!(missing, [""; 0]);
}

/// The example in the help of a command.
#[track_caller]
fn example(farm: &Farm, command: &str) -> String {
    let help = farm.rushes(&[command, "--help"]).expect(0);
    let mut lines = help.lines().skip_while(|it| *it != "Example:").skip(1);
    let example = lines.next().unwrap_or_else(|| panic!("`{command}` has no example: {help}"));
    assert!(example.trim().starts_with(&format!("rushes {command}")), "{example}");
    example.trim().to_owned()
}

#[test]
fn what_is_printed_for_a_pipe_has_no_colours() {
    let farm = made();
    let logs = farm.logs();
    assert!(logs.contains("frames done") && !logs.contains('\u{1b}'), "{logs}");
}

#[test]
fn a_worker_that_is_done_leaves_nothing_in_its_spool() {
    let farm = made();
    let left: Vec<Value> = ["claims", "kept", "submissions"]
        .into_iter()
        .flat_map(|it| fs::read_dir(farm.project().join("spool/001").join(it)).unwrap())
        .map(|it| Value::from(it.unwrap().path().display().to_string()))
        .collect();
    assert_eq!(left, Vec::<Value>::new());
}
