use std::time::{Duration, Instant};

use super::*;

pub(super) fn read_as(name: &str, content: impl AsRef<[u8]>) -> Result<Storyboard, ImportErrors> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    read(&path)
}

fn csv_of(content: impl AsRef<[u8]>) -> Storyboard {
    read_as("story.csv", content).unwrap()
}

pub(super) fn json_of(content: &str) -> Storyboard {
    read_as("story.json", content).unwrap()
}

/// What is wrong with a file, one problem a line.
pub(super) fn problems_of(name: &str, content: impl AsRef<[u8]>) -> String {
    let errors = read_as(name, content).unwrap_err();
    assert!(!errors.hint().is_empty(), "{errors}");
    errors.problems().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// One shot on one line, without what is empty or usual.
fn line(shot: &Shot) -> String {
    let seed = shot.seed.map(|it| it.to_string()).unwrap_or_default();
    let parts = [
        ("chapter", shot.chapter.to_string()),
        ("of", shot.chapter_title.clone()),
        ("title", shot.title.clone()),
        ("first", shot.first_prompt.clone()),
        ("last", shot.last_prompt.clone()),
        ("aiwords", shot.aiwords.clone()),
        ("negative", shot.negative_prompt.clone()),
        ("seed", seed),
        ("dialogue", shot.dialogue.clone()),
        ("characters", shot.characters.clone()),
        ("location", shot.location.clone()),
        ("refs", shot.refs.clone()),
        ("extra", shot.extra.replace("{}", "")),
    ];
    let mut line = format!(
        "{} {} {} {:?} {}",
        shot.position, shot.scenecode, shot.tasktype, shot.duration, shot.priority
    );
    for (name, value) in parts.iter().filter(|(_, value)| !value.is_empty()) {
        line.push_str(&format!(" {name}={value:?}"));
    }
    line
}

pub(super) fn lines(storyboard: &Storyboard) -> String {
    storyboard.shots.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_csv_file_becomes_shots_and_keeps_every_column() {
    let storyboard = csv_of(
        "\u{FEFF}scenecode,Chapter,Chapter Title,title,type,First Prompt,last_prompt,aiwords,negative prompt,seed,\
         duration,dialogue,narration,characters,location,refs,priority,Lens,备注\r\n\
         SCN000001,1,雨夜,开场,location,\"一条长街,\r\n雨\",灯亮了,slow push,text,42,2.5s,走吧,旁白在此,\"林晚, 老周\",街口,\"a.png; b.png\",100,35 mm,\"他说 \"\"好\"\"\"\r\n\
         \r\n\
         ,,,,,,,,,,,,,,,,,,\r\n\
         SCN000002,,,,,A street,,,,,,,,,,,,,\r\n",
    );
    assert_eq!(
        lines(&storyboard),
        r#"1 SCN000001 location 2.5s 100 chapter="1" of="雨夜" title="开场" first="一条长街,\n雨" last="灯亮了" aiwords="slow push" negative="text" seed="42" dialogue="走吧" characters="林晚, 老周" location="街口" refs="a.png\nb.png" extra="{\"Lens\":\"35 mm\",\"narration\":\"旁白在此\",\"备注\":\"他说 \\\"好\\\"\"}"
2 SCN000002 scene 3s 50 chapter="1" of="雨夜" first="A street" last="A street""#
    );
    assert_eq!(storyboard.warnings, [""; 0]);
}

#[test]
fn chinese_headers_say_the_same() {
    let storyboard = csv_of(
        "镜 号,章节,标题,画面描述,尾帧,视频提示词,反向提示词,台词,旁白,时长（秒）,任务类型,角色,地点,参考图,优先级\n\
         镜1,第十二章 雨夜,开场,长街,灯亮,推近,文字,走,从前,3秒,人物,林晚,街口,a.png,7\n\
         镜2,,,长街,,,,,,00:04,场景图,,,,\n\
         镜3,第13章,,长街,,,,,,0.5,合成,,,,\n",
    );
    assert_eq!(
        lines(&storyboard),
        r#"1 镜1 character 3s 7 chapter="12" of="雨夜" title="开场" first="长街" last="灯亮" aiwords="推近" negative="文字" dialogue="走" characters="林晚" location="街口" refs="a.png" extra="{\"narration\":\"从前\"}"
2 镜2 location 4s 50 chapter="12" of="雨夜" first="长街" last="长街"
3 镜3 scene 500ms 50 chapter="13" first="长街" last="长街""#
    );
    let meanings: Vec<&str> = storyboard.columns.iter().map(|it| it.meaning).collect();
    assert_eq!(
        meanings.join(", "),
        "scenecode, chapter, title, prompt, last prompt, video prompt, negative prompt, dialogue, narration, duration, \
         type, characters, location, refs, priority"
    );
}

#[test]
fn a_json_file_says_the_same_and_keeps_what_is_not_text() {
    let storyboard = json_of(
        r#"{"title": "Film", "storyboard": {"shots": [
            {"code": "A1", "chapter": 2, "prompt": "a street", "duration": 2.5, "seed": 7, "characters": ["Lin", {"name": "Zhou"}],
             "refs": ["a, b.png", "c.png"], "weight": 1.10, "big": 123456789012345678901234567890, "camera": { "lens" : [ 35, "a b" ] }, "empty": null},
            {"code": "A2", "chapter": 2.0, "first_frame": "dawn", "last_frame": "noon", "tags": [], "on": true}
        ]}}"#,
    );
    assert_eq!(
        lines(&storyboard),
        r#"1 A1 scene 2.5s 50 chapter="2" first="a street" last="a street" seed="7" characters="Lin, Zhou" refs="a\nb.png\nc.png" extra="{\"big\":123456789012345678901234567890,\"camera\":{\"lens\":[35,\"a b\"]},\"weight\":1.10}"
2 A2 scene 3s 50 chapter="2" first="dawn" last="noon" extra="{\"on\":true,\"tags\":[]}""#
    );
    assert_eq!(
        storyboard.warnings,
        [
            "`title` beside `storyboard` belongs to no shot and is not used",
            "no column with types: every shot is of the type `scene`"
        ]
    );
    for holder in ["shots", "clips", "scenes", "storyboard"] {
        assert_eq!(json_of(&format!(r#"{{"{holder}": [{{"prompt": "x"}}]}}"#)).shots.len(), 1);
    }
    assert_eq!(json_of(r#"[{"prompt": "x"}]"#).shots.len(), 1);
}

#[test]
fn codes_are_given_by_position_when_there_are_none() {
    let storyboard = csv_of("prompt\na\n\nb\n");
    let codes: Vec<&str> = storyboard.shots.iter().map(|it| it.scenecode.as_str()).collect();
    assert_eq!(codes, ["SCN000001", "SCN000002"]);
    assert_eq!(
        storyboard.warnings[0],
        "no column with scenecodes: a row is known again by its chapter and its text"
    );
}

#[test]
fn semicolons_and_tabs_part_cells_too() {
    for mark in [";", "\t", ","] {
        let storyboard = csv_of(format!("code{mark}prompt{mark}\"a,b;c\"\nS1{mark}\"x, y; z\"{mark}1\n"));
        assert_eq!(storyboard.shots[0].first_prompt, "x, y; z", "{mark:?}");
    }
}

#[test]
fn chapters_are_numbers_or_titles_numbered_as_they_come() {
    let chapters = |cells: &[&str]| -> String {
        let rows: String = cells.iter().map(|it| format!("\"{it}\",x\n")).collect();
        let shots = csv_of(format!("chapter,prompt\n{rows}")).shots;
        shots.iter().map(|it| format!("{} {}", it.chapter, it.chapter_title)).collect::<Vec<_>>().join("|")
    };
    for (cells, expected) in [
        (&["3", "03", "3.0"][..], "3 |3 |3 "),
        (&["第3章", "第三章 雨", "第一百零二章：雪", "第二十回", "第3章Rain"], "3 雨|3 雨|102 雪|20 |3 Rain"),
        (&["Chapter 3", "chapter 4: Rain", "Ch. 5 - Snow", "EP6"], "3 |4 Rain|5 Snow|6 "),
        (&["Charlie", "第X章", "Charlie", "ch3x"], "1 Charlie|2 第X章|1 Charlie|3 ch3x"),
        (&["Prologue", "1", "2", "Coda"], "3 Prologue|1 |2 |4 Coda"),
        (&["", "2", "", "Coda", ""], "1 |2 |2 |3 Coda|3 Coda"),
        (&["0", "99999999999"], "0 |1 99999999999"),
    ] {
        assert_eq!(chapters(cells), expected);
    }
    let titles = csv_of("chapter title,prompt\nRain,x\n,x\nSnow,x\n").shots;
    assert_eq!(titles.iter().map(|it| it.chapter).collect::<Vec<_>>(), [1, 1, 2]);
}

#[test]
fn durations_are_read_as_people_write_them() {
    let shown = |text: &str| match duration::parse(text) {
        Ok(duration) => format!("{duration:?}"),
        Err(reason) => reason,
    };
    let table = [
        ("3s", "3s"),
        ("3 s", "3s"),
        ("3秒", "3s"),
        ("3.0", "3s"),
        ("3.25 sec", "3.25s"),
        ("00:03", "3s"),
        ("00：03", "3s"),
        ("0:01:02.5", "62.5s"),
        ("500ms", "500ms"),
        ("1.5 min", "90s"),
        ("2分钟", "120s"),
        ("0.1", "100ms"),
        ("600", "600s"),
        ("0.33333", "333ms"),
        ("abc", "expected seconds such as `3s`, got `abc`"),
        ("3-5s", "expected seconds such as `3s`, got `3-5s`"),
        ("-3", "expected seconds such as `3s`, got `-3`"),
        ("inf", "expected seconds such as `3s`, got `inf`"),
        ("1e2", "expected seconds such as `3s`, got `1e2`"),
        ("00:99", "expected seconds such as `3s`, got `00:99`"),
        ("01:02:03:04", "expected seconds such as `3s`, got `01:02:03:04`"),
        ("s", "expected seconds such as `3s`, got `s`"),
        ("0.09", "expected 0.1 to 600 seconds, got `0.09`"),
        ("00:10:01", "expected 0.1 to 600 seconds, got `00:10:01`"),
    ];
    for (text, expected) in table {
        assert_eq!(shown(text), expected);
    }
}

#[test]
fn every_bad_cell_is_told_with_its_line_and_column() {
    let content = "\
scenecode,画面描述,duration,seed,type,priority,notes
A,x,abc,,,,
b,\"two
lines\",3s,1.5,,,
../c,x,,,,,

D,,,,,,
d,x,900,-1,UPPER case,101,
A,x,,,,,\u{1}
,x,,,,,
e,x,,,,,,,more
";
    assert_eq!(
        problems_of("story.csv", content),
        "\
line 2, column `duration`: expected seconds such as `3s`, got `abc`
line 3, column `seed`: expected a whole number from 0 to 9223372036854775807, got `1.5`
line 5, column `scenecode`: expected a scenecode to be 1 to 64 characters without control characters, outer spaces or a path, got `../c`
line 7, column `画面描述`: expected a prompt, got nothing
line 8, column `type`: expected a task type to be 1 to 32 lower-case letters, digits, `_` or `-`, got `upper case`; for example character, location, scene
line 8, column `duration`: expected 0.1 to 600 seconds, got `900`
line 8, column `priority`: expected a whole number from 0 to 100, got `101`
line 8, column `scenecode`: expected a scenecode of its own, got `d`, which differs only in case from `D` on line 7
line 9, column `notes`: expected text, got the control character U+0001
line 9, column `scenecode`: expected a scenecode of its own, got `A`, which line 2 has already
line 10, column `scenecode`: expected a scenecode to be 1 to 64 characters without control characters, outer spaces or a path, got ``
line 11: expected 7 cells as in the header, got 9; is a cell with a comma in quotes?"
    );
}

#[test]
fn bad_json_is_told_with_its_line() {
    for (content, expected) in [
        (
            "[\n{\"prompt\": \"x\"},\n{\"prompt\": x}]",
            "line 3: expected valid JSON, got an error: expected value",
        ),
        ("[{\"prompt\": \"x\"}] more", "line 1: expected valid JSON, got an error: trailing characters"),
        (
            "[\n\n7,\n[]]",
            "line 3: expected a shot to be an object, got `7`\nline 4: expected a shot to be an object, got `[]`",
        ),
        (
            "[{\"prompt\": \"x\"},\n{\"a\": 1, \"b\":\n2, \"a\": 3}]",
            "line 2: expected each name once, got `a` twice",
        ),
        (
            "[{\"prompt\": {\"text\": \"x\"}}]",
            "line 1, column `prompt`: expected text or a list of texts, got an object without a `name`",
        ),
        (
            "[{\"prompt\": \"x\", \"note\": \"\\u0000\"}]",
            "line 1, column `note`: expected text, got the control character U+0000",
        ),
        (
            "[{\"prompt\":\n\"\\ud800\"}]",
            "line 2: expected valid JSON, got an error: unexpected end of hex escape",
        ),
        ("\"text\"", "expected an array of shots, got `\"text\"`"),
        (
            "{\"name\": 1, \"shots\": 2}",
            "expected an array of shots, or an object with one under `shots`, `clips`, `scenes`, `storyboard`, got an object \
             with `name`, `shots`",
        ),
        (
            "{}",
            "expected an array of shots, or an object with one under `shots`, `clips`, `scenes`, `storyboard`, got an \
                object with nothing",
        ),
        ("[]", "expected at least one shot, got none"),
    ] {
        assert_eq!(problems_of("story.json", content), expected, "{content}");
    }
}

#[test]
fn a_file_that_is_no_storyboard_says_what_it_is() {
    let french = b"code,prompt\nS1,d\xE9j\xE0 vu\n".as_slice();
    for (name, content, expected) in [
        ("a.csv", b"".as_slice(), "expected a storyboard, got an empty file"),
        ("a.json", b" \n", "expected a storyboard, got an empty file"),
        ("a.csv", b"prompt,title\n", "expected at least one shot, got none"),
        ("a.csv", b"prompt\n,\n \n", "expected at least one shot, got none"),
        ("a.csv", b"id,notes\n1,x\n", "expected a column with prompts, got `id`, `notes`"),
        ("a.csv", b"prompt\nx\n\"y\nz\n", "line 3: expected a closing quote, got the end of the file"),
        ("a.csv", french, "line 2: expected text in UTF-8, UTF-16 or GB18030, got the byte 0xE9"),
        ("a.csv", b"\xFF\xFEp\0\x3D\xD8", "expected text in UTF-16LE, got half a character"),
        (
            "a.pdf",
            b"x",
            "expected a file of a format that is read (CSV, TSV, XLSX, XLSB, XLS, ODS, Markdown, JSON, JSON Lines), got `.pdf`",
        ),
        (
            "story",
            b"x",
            "expected a file of a format that is read (CSV, TSV, XLSX, XLSB, XLS, ODS, Markdown, JSON, JSON Lines), got no ending",
        ),
    ] {
        assert_eq!(problems_of(name, content), expected);
    }
    let hint = read_as("a.csv", french).unwrap_err().hint();
    assert!(hint.contains("save the file as UTF-8"), "{hint}");
}

#[test]
fn a_prompt_of_over_a_megabyte_is_refused() {
    let huge = "长".repeat(400_000);
    assert_eq!(
        problems_of("a.csv", format!("prompt\n{huge}\n")),
        "line 2, column `prompt`: expected at most 1 MB of text, got 1.2 MB"
    );
}

#[test]
fn twenty_problems_are_shown_and_the_rest_counted() {
    let errors = read_as("a.csv", format!("prompt,seed\n{}", "x,y\n".repeat(25))).unwrap_err();
    let text = errors.to_string();
    assert!(text.starts_with("read the storyboard `"), "{text}");
    assert!(text.contains("a.csv`: 25 problems\n  line 2, column `seed`: "), "{text}");
    assert_eq!(text.lines().count(), 22);
    assert!(text.ends_with("\n  and 5 more"), "{text}");
}

#[test]
fn a_missing_file_says_why_in_its_source() {
    let errors = read(Path::new("no such folder/a.csv")).unwrap_err();
    assert_eq!(errors.to_string(), "read the storyboard `no such folder/a.csv`");
    assert!(std::error::Error::source(&errors).is_some());
}

#[test]
fn of_two_columns_with_one_meaning_the_plainer_one_is_used() {
    let storyboard = csv_of("镜号,scenecode,prompt,notes,notes,\n1,SCN1,x,a,b,c\n");
    assert_eq!(storyboard.shots[0].scenecode.as_str(), "SCN1");
    assert_eq!(
        storyboard.shots[0].extra,
        r#"{"column 6":"c","notes":"a","notes (column 5)":"b","镜号":"1"}"#
    );
    assert_eq!(
        storyboard.warnings[..2],
        [
            "`镜号` means the same as `scenecode`; `scenecode` is used, `镜号` is kept",
            "two columns are called `notes`; the later one is kept as `notes (column 5)`"
        ]
    );
}

#[test]
fn a_hundred_thousand_rows_take_seconds_at_most() {
    let rows: String = (0..100_000).map(|it| format!("S{it},\"第 {it} 镜, 长街\",3s,note {it}\n")).collect();
    let objects: Vec<String> =
        (0..100_000).map(|it| format!("{{\"code\":\"S{it}\",\"prompt\":\"x\",\"n\":{it}}}")).collect();
    let begin = Instant::now();
    assert_eq!(csv_of(format!("code,prompt,duration,notes\n{rows}")).shots.len(), 100_000);
    assert_eq!(json_of(&format!("[{}]", objects.join(",\n"))).shots.len(), 100_000);
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn emoji_right_to_left_text_and_the_longest_codes_are_good() {
    let code = "c".repeat(64);
    let storyboard = csv_of(format!("code,prompt\n{code},👩‍🚀 רחוב ארוך شارع\n"));
    assert_eq!(storyboard.shots[0].scenecode.as_str(), code);
    assert_eq!(storyboard.shots[0].first_prompt, "👩‍🚀 רחוב ארוך شارع");
}
