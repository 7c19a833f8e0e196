//! Markdown as language models write it.

use super::tests::{lines, problems_of, read_as};

#[test]
fn an_answer_of_a_language_model_with_prose_around_three_tables_is_read() {
    let answer = "\
Sure! Here is the storyboard for **The Long Street**:

# The Long Street

## Characters

| Name | Description |
|------|-------------|
| Lin | a woman in a red coat |

## Chapter 1: Rain

### Shot list

Each shot is *short*.

| Shot | **Visual** | Prompt | Duration | Dialogue |
|:----:|---|--------|---------:|---|
| 1 | wide | A long street, `35 mm`,<br>rain \\| fog | 3s | \"Go!\" |
| 2 | close | The lamp is *on* | 2.5 s | |

**Chapter 2: Snow**

| Shot | Image prompt | Duration |
|---|---|---|
| 1 | White roofs | 4s |

## 第三章 晴

镜头如下：

| 镜号 | 画面描述 | 时长 | 台词 | 参考图 |
|---|---|---|---|---|
| 1 | 屋顶 | 3秒 | | ![林](refs/lin.png) |
| 2 | 门开 | | 走吧 |

Let me know if you want changes!
";
    let storyboard = read_as("answer.md", answer).unwrap();
    assert_eq!(
        lines(&storyboard),
        r#"1 SCN000001 scene 3s 50 chapter="1" of="Rain" first="A long street, 35 mm,\nrain | fog" last="A long street, 35 mm,\nrain | fog" dialogue="\"Go!\"" extra="{\"Shot\":\"1\",\"Visual\":\"wide\"}"
2 SCN000002 scene 2.5s 50 chapter="1" of="Rain" first="The lamp is on" last="The lamp is on" extra="{\"Shot\":\"2\",\"Visual\":\"close\"}"
3 SCN000003 scene 4s 50 chapter="2" of="Snow" first="White roofs" last="White roofs" extra="{\"Shot\":\"1\"}"
4 SCN000004 scene 3s 50 chapter="3" of="晴" first="屋顶" last="屋顶" refs="refs/lin.png" extra="{\"Shot\":\"1\"}"
5 SCN000005 scene 3s 50 chapter="3" of="晴" first="门开" last="门开" dialogue="走吧" extra="{\"Shot\":\"2\"}""#
    );
    assert_eq!(
        storyboard.warnings[..2],
        [
            "the table on line 7 has no prompts and is not used: `Name`, `Description`",
            "the numbers in `Shot` begin anew in each chapter: they are kept, but are not the shots' codes"
        ]
    );
}

#[test]
fn a_bad_row_of_a_table_is_told_with_its_line() {
    let text = "# One\n\n| code | description | seconds |\n|---|---|---|\n| A | x | 3 |\n| B | | long |\n";
    assert_eq!(
        problems_of("a.markdown", text),
        "line 6, column `description`: expected a prompt, got nothing\n\
         line 6, column `seconds`: expected seconds such as `3s`, got `long`"
    );
    for (text, expected) in [
        ("Just prose.\n", "expected a Markdown table, got none"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", "expected a column with prompts, got `a`, `b`"),
        ("| code | prompt |\n|---|---|\n", "expected at least one shot, got none"),
        ("", "expected a storyboard, got an empty file"),
    ] {
        assert_eq!(problems_of("a.md", text), expected);
    }
}
