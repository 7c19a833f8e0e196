//! JSON as programs and language models write it.

use super::tests::{json_of, lines, problems_of, read_as};

#[test]
fn a_top_level_array_with_seconds_as_text_is_read() {
    let storyboard = json_of(
        r#"[{"id": 1, "prompt": "a street", "seconds": "3.5"}, {"id": 2, "prompt": "a lamp", "seconds": "4秒"}]"#,
    );
    assert_eq!(
        lines(&storyboard).replace("SCN", ""),
        r#"1 000001 scene 3.5s 50 chapter="1" first="a street" last="a street" extra="{\"id\":1}""#
            .to_owned()
            + "\n"
            + r#"2 000002 scene 4s 50 chapter="1" first="a lamp" last="a lamp" extra="{\"id\":2}""#
    );
}

#[test]
fn an_object_with_clips_from_keyframe_to_keyframe_is_read() {
    let storyboard = json_of(
        r#"{"fps": 24, "clips": [
            {"code": "A", "from": {"prompt": "dawn", "seed": 7}, "to": {"prompt": "noon", "seed": 8}},
            {"code": "B", "to": {"prompt": "dusk", "seed": 9, "image": "d.png"}},
            {"code": "C", "from": null, "to": "night", "seed": 1},
            {"code": "D", "prompt": "a still"},
            {"code": "E", "from": "snow", "to": {"prompt": "ice"}}
        ]}"#,
    );
    assert_eq!(
        lines(&storyboard),
        r#"1 A scene 3s 50 chapter="1" first="dawn" last="noon" seed="7"
2 B scene 3s 50 chapter="1" first="noon" last="dusk" seed="8" extra="{\"to\":{\"prompt\":\"dusk\",\"seed\":9,\"image\":\"d.png\"}}"
3 C scene 3s 50 chapter="1" first="dusk" last="night" seed="1"
4 D scene 3s 50 chapter="1" first="a still" last="a still"
5 E scene 3s 50 chapter="1" first="snow" last="ice""#
    );
    assert_eq!(storyboard.warnings[0], "`fps` beside `clips` belongs to no shot and is not used");
    let named = r#"{"keyframes": [{"id": "k1", "prompt": "dawn", "seed": 5}, {"id": "k2", "prompt": "noon"}],
        "clips": [{"code": "A", "from": "k1", "to": "k2"}, {"code": "B", "to": "k1"}, {"code": "C", "to": "k9"}]}"#;
    assert_eq!(problems_of("a.json", named), "line 2: expected `to` to be one of `keyframes`, got `k9`");
    assert_eq!(
        lines(&json_of(&named.replace(r#"{"code": "C", "to": "k9"}"#, r#"{"code": "C", "prompt": "x"}"#))),
        r#"1 A scene 3s 50 chapter="1" first="dawn" last="noon" seed="5" extra="{\"from\":\"k1\",\"to\":\"k2\"}"
2 B scene 3s 50 chapter="1" first="noon" last="dawn" extra="{\"to\":\"k1\"}"
3 C scene 3s 50 chapter="1" first="x" last="x""#
    );
}

#[test]
fn shots_nested_in_chapters_are_found_with_their_titles_and_numbers() {
    let chapters = |content: &str| {
        let shots = json_of(content).shots;
        let line =
            |it: &rushes_core::Shot| format!("{} {}: {}", it.chapter, it.chapter_title, it.first_prompt);
        shots.iter().map(line).collect::<Vec<_>>().join("|")
    };
    for (content, expected) in [
        (
            r#"{"title": "F", "chapters": [{"chapter": 4, "title": "Rain", "shots": [{"prompt": "a"}, {"prompt": "b"}]},
                {"number": "5", "name": "Snow", "shots": [{"prompt": "c"}, {"prompt": "d", "chapter": 9}]}]}"#,
            "4 Rain: a|4 Rain: b|5 Snow: c|9 : d",
        ),
        (
            r#"{"chapters": [{"title": "第三章 雨", "shots": [{"prompt": "a"}]}, {"shots": [{"prompt": "b"}]}]}"#,
            "3 雨: a|2 : b",
        ),
        (
            r#"{"episodes": [{"episode": 1, "title": "One", "chapters": [{"title": "Rain", "shots": [{"prompt": "a"}]}]},
                {"episode": 2, "title": "Two", "chapters": [{"title": "Rain", "shots": [{"prompt": "b"}]}]}]}"#,
            "1 1 One · Rain: a|2 2 Two · Rain: b",
        ),
        (
            r#"[{"id": 1, "title": "Rain", "shots": [{"prompt": "a"}]}, {"id": 2, "title": "Snow", "shots": [{"prompt": "b"}]}]"#,
            "1 Rain: a|2 Snow: b",
        ),
        (r#"{"film": {"data": {"storyboard": {"scenes": [{"prompt": "a"}]}}}}"#, "1 : a"),
        (r#"{"answer": [{"画面描述": "a"}]}"#, "1 : a"),
        (r#"{"章节": [{"章节号": 2, "标题": "雨", "分镜": [{"提示词": "a"}]}]}"#, "2 雨: a"),
    ] {
        assert_eq!(chapters(content), expected, "{content}");
    }
    let scenes = json_of(
        r#"{"chapters": [{"title": "Rain", "mood": "dark", "scenes": [{"title": "Street", "shots": [{"prompt": "a"}]},
            {"title": "Roof", "shots": [{"prompt": "b"}]}]}]}"#,
    );
    assert_eq!(
        lines(&scenes),
        r#"1 SCN000001 scene 3s 50 chapter="1" of="Rain" first="a" last="a" extra="{\"scene\":\"Street\"}"
2 SCN000002 scene 3s 50 chapter="1" of="Rain" first="b" last="b" extra="{\"scene\":\"Roof\"}""#
    );
    assert_eq!(scenes.warnings[0], "`mood` beside `scenes` belongs to no shot and is not used");
}

#[test]
fn a_timeline_without_prompts_is_refused_with_a_clear_word() {
    for (name, content, times) in [
        ("a.json", r#"{"clips": [{"file": "a.mp4", "from": 0, "to": 3}]}"#, "`from`, `to`"),
        ("a.json", r#"{"timeline": [{"start": "00:00", "end": "00:03", "text": "Hi"}]}"#, "`start`, `end`"),
        ("a.csv", "镜号,开始时间,结束时间\n1,0,3\n", "`开始时间`, `结束时间`"),
    ] {
        let expected = format!("expected shots with prompts, got a timeline without prompts ({times})");
        assert_eq!(problems_of(name, content), expected);
    }
    let hint = read_as("a.csv", "start\n0\n").unwrap_err().hint();
    assert!(hint.contains("add a column `prompt`"), "{hint}");
}
