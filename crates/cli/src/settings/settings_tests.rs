use std::collections::BTreeMap;
use std::time::Duration;

use rushes_core::Hours;
use rushes_makers::MakerEntry;

use super::*;

fn read(text: &str) -> Result<Settings, load::Wrong> {
    load::read(text, |_| None)
}

fn settings(text: &str) -> Settings {
    read(text).unwrap_or_else(|wrong| panic!("{}", problems(&wrong)))
}

fn problems(wrong: &load::Wrong) -> String {
    wrong.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn tag(word: &str) -> TaskType {
    TaskType::new(word).unwrap()
}

/// Settings with nothing at its usual value.
fn unusual() -> Settings {
    let entry = MakerEntry {
        command: vec!["python3".into(), "my \"card\".py".into(), "a\\b".into()],
        limit: Some(60),
        folder: None,
    };
    Settings {
        database: DatabaseUrl::parse("postgres://rushes@studio-pc/film").unwrap(),
        media: PathBuf::from("//nas/影片 media\\x"),
        worker: Some(WorkerId::new("PC-1").unwrap()),
        prefers: vec![tag("character"), tag("scene")],
        only: vec![tag("scene")],
        slots: 3,
        stages: Stages { frames: false, clips: true },
        hours: Some(Hours::parse("20:00-06:00, 12:00-13:30").unwrap()),
        zone: TimeZone::get("Asia/Shanghai").unwrap(),
        disk_floor: 1 << 30,
        makers: MakerSettings { makers: [("card".to_owned(), entry)].into() },
        film: Film {
            title: "长街 \"The Long Street\" # 1".into(),
            width: 640,
            height: 360,
            fps: 6,
            frame_makers: [("*".into(), "animatic".into()), ("scene".into(), "card".into())].into(),
            clip_maker: "null".into(),
            on_unknown: OnUnknown::Resubmit,
            max_submissions: Some(12),
            timing: Timing {
                beat: Duration::from_millis(500),
                stale: Duration::from_millis(1500),
                sweep: Duration::from_secs(90),
                scan: Duration::from_millis(250),
                poll: Duration::from_secs(7),
                lock: Duration::from_secs(3600),
                limit: Duration::from_secs(61),
                limits: [(tag("scene"), Duration::from_secs(1200))].into(),
                retries: 2,
            },
        },
        said: BTreeSet::new(),
    }
}

#[test]
fn what_init_writes_says_what_it_was_given() {
    for given in [Settings::default(), unusual()] {
        let text = template(&given);
        let read = settings(&text);
        assert_eq!(Settings { said: BTreeSet::new(), ..read }, given, "{text}");
    }
}

#[test]
fn every_key_of_the_template_is_explained() {
    let text = template(&unusual());
    for block in text.split("\n\n").filter(|it| !it.starts_with("[makers.")) {
        assert!(block.contains('#'), "{block}");
    }
    assert!(text.lines().all(|it| it.chars().count() <= 120), "{text}");
}

#[test]
fn an_empty_file_is_all_usual_values() {
    assert_eq!(settings(""), Settings::default());
    assert_eq!(settings("# nothing\n[film]\n[film.timing]\n").film, default_film());
}

const WRONG: &str = include_str!("testdata/wrong.toml");
const PROBLEMS: &str = include_str!("testdata/wrong.txt");

#[test]
fn everything_that_is_wrong_is_told_at_once_with_its_line() {
    let wrong = read(WRONG).unwrap_err();
    assert_eq!(problems(&wrong), PROBLEMS.replace('\r', "").trim_end());
    assert!(!problems(&wrong).contains("hush"));
    assert_eq!(wrong.hint, Some("put it into the environment variable RUSHES_DATABASE_PASSWORD"));
}

#[test]
fn stale_is_at_least_three_beats() {
    let text = "[film.timing]\nbeat = \"10s\"\nstale = \"29s\"\n";
    assert_eq!(
        problems(&read(text).unwrap_err()),
        "line 3, key `film.timing.stale`: expected at least three beats, `30s`, got `29s`"
    );
    assert_eq!(settings(&text.replace("29s", "30s")).film.timing.stale, Duration::from_secs(30));
}

#[test]
fn hours_are_a_list_of_windows_and_a_zone_that_is_known() {
    let text = "hours = [\"20-06\"]\nzone = \"Mars/Olympus\"\n";
    assert_eq!(
        problems(&read(text).unwrap_err()),
        "line 1, key `hours`: expected hours such as `20:00-06:00` or `12:00-13:30, 20:00-06:00`, got `20-06`: \
         a time is hours and minutes from 00:00 to 24:00\n\
         line 2, key `zone`: expected a time zone such as `Asia/Shanghai` or `Europe/Berlin`, got `Mars/Olympus`"
    );
    assert_eq!(settings("zone = \"Asia/Shanghai\"\n").hours, None);
}

#[test]
fn broken_toml_is_told_with_its_line() {
    let wrong = read("database = \"sqlite://film.db\"\nmedia = \nslots = 1\nslots = 2\n[film\n").unwrap_err();
    let twice = read("slots == 2\nwidth: 3\n").unwrap_err();
    assert_eq!(problems(&twice).lines().count(), 2, "one problem for each line: {}", problems(&twice));
    let lines: Vec<Option<usize>> = wrong.problems.iter().map(|it| it.line).collect();
    assert_eq!(lines, [Some(2), Some(4), Some(5)]);
    assert!(problems(&wrong).starts_with("line 2: expected TOML, got an error: "), "{}", problems(&wrong));
}

#[test]
fn the_environment_goes_before_the_file() {
    let environment = BTreeMap::from([
        ("RUSHES_DATABASE", "mysql://rushes@pc/film"),
        ("RUSHES_MEDIA", "/mnt/media"),
        ("RUSHES_WORKER", "007"),
        ("RUSHES_PREFERS", "scene, character"),
        ("RUSHES_ONLY", "any"),
        ("RUSHES_SLOTS", "4"),
        ("RUSHES_STAGES", "clips"),
        ("RUSHES_HOURS", "20:00-06:00"),
        ("RUSHES_ZONE", "Asia/Shanghai"),
        ("RUSHES_DISK_FLOOR", "2GB"),
    ]);
    let text = "database = \"sqlite://a.db\"\nmedia = \"b\"\nworker = \"c\"\nprefers = [\"location\"]\nonly = [\"scene\"]\nslots = 2\n\
                stages = [\"frames\"]\nhours = [\"09:00-10:00\"]\nzone = \"Europe/Berlin\"\ndisk_floor = \"1GB\"\n";
    let settings = load::read(text, |name| environment.get(name).map(|it| (*it).to_owned())).unwrap();
    assert_eq!(settings.database.as_str(), "mysql://rushes@pc/film");
    assert_eq!(settings.media, PathBuf::from("/mnt/media"));
    assert_eq!(settings.worker.unwrap().as_str(), "007");
    assert_eq!(settings.prefers, [tag("scene"), tag("character")]);
    assert_eq!((settings.only, settings.slots), (vec![], 4));
    assert_eq!(settings.stages, Stages { frames: false, clips: true });
    assert_eq!(settings.hours.unwrap().to_string(), "20:00-06:00");
    assert_eq!(settings.zone.iana_name(), Some("Asia/Shanghai"));
    assert_eq!(settings.disk_floor, 2_000_000_000);
    // Every key of this machine has its variable, and each says what is wrong with it.
    for (key, _) in environment {
        let bad = "a/b\0".to_owned();
        let wrong = load::read("", |name| (name == key).then(|| bad.clone())).expect_err(key);
        assert!(
            problems(&wrong).starts_with(&format!("environment variable `{key}`: ")),
            "{}",
            problems(&wrong)
        );
    }
    let wrong = load::read("", |name| (name == "RUSHES_WORKER").then(|| "a/b".to_owned())).unwrap_err();
    assert_eq!(
        problems(&wrong),
        "environment variable `RUSHES_WORKER`: expected a worker id to be 1 to 64 letters, digits, `.`, `_` or `-`, a letter or digit first, got `a/b`"
    );
}

#[test]
fn differences_name_both_values() {
    let (film, other) = (default_film(), unusual().film);
    assert_eq!(differences(&film, &film), [""; 0]);
    assert_eq!(
        differences(&film, &other),
        [
            "clips: rushes.toml says animatic, the database says null",
            "fps: rushes.toml says 24, the database says 6",
            "frames.scene: rushes.toml says nothing, the database says card",
            "height: rushes.toml says 720, the database says 360",
            "max_submissions: rushes.toml says nothing, the database says 12",
            "on_unknown: rushes.toml says hold, the database says resubmit",
            "timing.beat: rushes.toml says 30s, the database says 500ms",
            "timing.limit: rushes.toml says 10min, the database says 61s",
            "timing.limits.scene: rushes.toml says nothing, the database says 20min",
            "timing.lock: rushes.toml says 10min, the database says 1h",
            "timing.poll: rushes.toml says 5s, the database says 7s",
            "timing.retries: rushes.toml says 5, the database says 2",
            "timing.scan: rushes.toml says 2s, the database says 250ms",
            "timing.stale: rushes.toml says 10min, the database says 1500ms",
            "timing.sweep: rushes.toml says 5min, the database says 90s",
            "title: rushes.toml says `Untitled`, the database says `长街 \"The Long Street\" # 1`",
            "width: rushes.toml says 1280, the database says 640",
        ]
    );
}

#[test]
fn what_a_file_leaves_out_contradicts_nothing() {
    let database = unusual().film;
    assert_eq!(settings("database = \"sqlite://film.db\"\n").differences(&database), [""; 0]);
    let settings = settings(
        "[film]\nwidth = 1280\nheight = 360\n[film.frames]\n\"*\" = \"animatic\"\n[film.timing]\nretries = 5\n",
    );
    assert_eq!(
        settings.differences(&database),
        [
            "frames.scene: rushes.toml says nothing, the database says card",
            "timing.retries: rushes.toml says 5, the database says 2",
            "width: rushes.toml says 1280, the database says 640",
        ]
    );
}

#[test]
fn durations_and_sizes_are_read_and_written() {
    for (text, millis) in
        [("500ms", 500), ("30s", 30_000), ("10min", 600_000), ("2h", 7_200_000), ("30 s", 30_000)]
    {
        assert_eq!(unit::duration(text), Ok(Duration::from_millis(millis)));
        assert_eq!(unit::duration_text(Duration::from_millis(millis)), text.replace(' ', ""));
    }
    for text in ["", "s", "30", "-1s", "1.5s", "1d", "0s", "8000h", "99999999999999999999s"] {
        assert!(unit::duration(text).is_err(), "{text}");
    }
    for (text, bytes) in
        [("1GB", 1_000_000_000), ("500MB", 500_000_000), ("2GiB", 2 << 30), ("0B", 0), ("7B", 7)]
    {
        assert_eq!(unit::size(text), Ok(bytes));
        assert_eq!(unit::size_text(bytes), text);
    }
    for text in ["", "1", "1gb", "99999999999TB"] {
        assert!(unit::size(text).is_err(), "{text}");
    }
}

#[test]
fn a_project_is_found_from_a_folder_inside_it() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("a/b");
    std::fs::create_dir_all(&inside).unwrap();
    assert_eq!(find_project(&inside).filter(|it| it.starts_with(folder.path())), None);
    std::fs::write(folder.path().join(FILE_NAME), template(&Settings::default())).unwrap();
    assert_eq!(find_project(&inside), Some(folder.path().to_owned()));
    assert_eq!(find_project(folder.path()), Some(folder.path().to_owned()));
}

#[test]
fn a_file_that_is_not_there_says_how_to_make_it() {
    let errors = load(Path::new("no such folder")).unwrap_err();
    assert!(errors.to_string().starts_with("use the settings `no such folder"), "{errors}");
    assert!(std::error::Error::source(&errors).is_some());
    assert_eq!(errors.hint(), "make a project with `rushes init`");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(FILE_NAME), "slots = 0\ncolour = 1\n").unwrap();
    let text = load(folder.path()).unwrap_err().to_string();
    assert!(text.contains("rushes.toml`: 2 problems\n  line 1, key `slots`: "), "{text}");
}
