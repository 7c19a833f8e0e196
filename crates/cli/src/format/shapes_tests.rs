//! Storyboards as they come: encodings, spreadsheets, answers of language models.

use encoding_rs::GB18030;

use super::tests::{json_of, lines, problems_of, read_as};

#[test]
fn every_usual_encoding_says_the_same() {
    let text = "镜头号\t画面描述\t时长\nSCN1\t第一章：长街，雨 🎬\t3秒\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let guessed = "the file is not in UTF-8; it was read as GB18030";
    for (name, bytes, note) in [
        ("UTF-8", text.as_bytes().to_vec(), None),
        ("UTF-8 with a mark", [b"\xEF\xBB\xBF", text.as_bytes()].concat(), None),
        ("UTF-16 LE", [b"\xFF\xFE", little.as_slice()].concat(), None),
        ("UTF-16 BE", [b"\xFE\xFF", big.as_slice()].concat(), None),
        ("UTF-16 LE without a mark", little.clone(), None),
        ("UTF-16 BE without a mark", big.clone(), None),
        ("GB18030", GB18030.encode(text).0.into_owned(), Some(guessed)),
    ] {
        for ending in ["tsv", "csv"] {
            let storyboard = read_as(&format!("a.{ending}"), &bytes).unwrap();
            let expected =
                r#"1 SCN1 scene 3s 50 chapter="1" first="第一章：长街，雨 🎬" last="第一章：长街，雨 🎬""#;
            assert_eq!(lines(&storyboard), expected, "{name}");
            assert_eq!(storyboard.warnings.iter().find(|it| it.contains("UTF-8")).map(String::as_str), note);
        }
    }
}

#[test]
fn a_gb18030_csv_of_a_spreadsheet_program_is_read() {
    let text = "分镜表;;;\r\n;;;\r\n镜头号;章节;画面描述;台词\r\n1;第一章 雨夜;\"长街; 雨\";走吧\r\n2;;灯亮了;\r\n\
                第二章 晴;;;\r\n3;;屋顶;\r\n";
    let storyboard = read_as("a.csv", GB18030.encode(text).0).unwrap();
    assert_eq!(
        lines(&storyboard),
        r#"1 1 scene 3s 50 chapter="1" of="雨夜" first="长街; 雨" last="长街; 雨" dialogue="走吧"
2 2 scene 3s 50 chapter="1" of="雨夜" first="灯亮了" last="灯亮了"
3 3 scene 3s 50 chapter="2" of="晴" first="屋顶" last="屋顶""#
    );
    assert_eq!(storyboard.warnings[1], "the column names are on line 3; what is above is not used");
}

#[test]
fn json_lines_are_shots_and_each_bad_line_is_told() {
    let good = "{\"code\": \"A\", \"prompt\": \"x\"}\n\n{\"Code\": \"B\", \"Prompt\": \"y\", \"n\": 1}\n";
    for name in ["a.jsonl", "a.ndjson"] {
        assert_eq!(
            lines(&read_as(name, good).unwrap()),
            r#"1 A scene 3s 50 chapter="1" first="x" last="x"
2 B scene 3s 50 chapter="1" first="y" last="y" extra="{\"n\":1}""#
        );
    }
    assert_eq!(
        problems_of("a.jsonl", format!("{good}{{\"prompt\": \n7\n")),
        "line 4: expected valid JSON, got an error: EOF while parsing a value\n\
         line 5: expected a shot to be an object, got `7`"
    );
}

#[test]
fn other_spellings_of_a_name_are_one_column_and_lose_nothing() {
    let storyboard = json_of(
        r#"[{"code": "A", "prompt": "x"}, {"Code": "B", "Prompt": "y"}, {"CODE": "C", "prompt": "z", "Prompt": "more"},
            {"code": "D", "description": "w", "first-frame": "dawn"}, {"code": "E", "image_prompt": "v", "First Frame": "noon"}]"#,
    );
    assert_eq!(
        lines(&storyboard),
        r#"1 A scene 3s 50 chapter="1" first="x" last="x"
2 B scene 3s 50 chapter="1" first="y" last="y"
3 C scene 3s 50 chapter="1" first="z" last="z" extra="{\"Prompt\":\"more\"}"
4 D scene 3s 50 chapter="1" first="dawn" last="w"
5 E scene 3s 50 chapter="1" first="noon" last="v""#
    );
}

#[test]
fn json_in_an_answer_of_a_language_model_is_found() {
    let shots = r#"[{"code": "A1", "prompt": "a [wet] street"}, {"code": "A2", "prompt": "dawn"}]"#;
    let expected = lines(&json_of(shots));
    for answer in [
        format!("```json\n{shots}\n```\n"),
        format!("好的，以下是分镜：\n\n```\n{shots}\n```\n需要我继续吗？"),
        format!("Here is the storyboard: {shots}"),
    ] {
        assert_eq!(lines(&json_of(&answer)), expected, "{answer}");
    }
    // What is no JSON in it either is told as before, with the place in the file.
    let problems = problems_of("a.json", "```json\n[{\"prompt\": \"a\",]\n```");
    assert!(problems.contains("expected valid JSON"), "{problems}");
}
