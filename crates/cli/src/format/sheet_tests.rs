//! Spreadsheets, written here as Excel writes them.

use std::io::Write as _;

use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet};

use super::tests::{lines, problems_of, read_as};

/// Writes texts; a text of digits becomes a number. Empty ones are not written.
fn write(sheet: &mut Worksheet, first_row: u32, rows: &[&[&str]]) {
    for (row, cells) in (first_row..).zip(rows) {
        for (column, text) in (0..).zip(*cells).filter(|(_, it)| !it.is_empty()) {
            match text.parse::<f64>() {
                Ok(number) => sheet.write(row, column, number).unwrap(),
                Err(_) => sheet.write(row, column, *text).unwrap(),
            };
        }
    }
}

fn one_sheet(rows: &[&[&str]]) -> Vec<u8> {
    let mut book = Workbook::new();
    write(book.add_worksheet(), 0, rows);
    book.save_to_buffer().unwrap()
}

#[test]
fn a_chinese_sheet_with_merged_titles_chapters_and_blank_lines_is_read() {
    let mut book = Workbook::new();
    let plain = Format::new();
    write(book.add_worksheet().set_name("说明").unwrap(), 0, &[&["版本", "2"], &["作者", "林"]]);
    let sheet = book.add_worksheet().set_name("分镜").unwrap();
    sheet.merge_range(0, 0, 1, 6, "《长街》分镜表", &plain).unwrap();
    write(sheet, 3, &[&["章节", "镜号", "画面描述", "场景", "时长", "台词", "备注"]]);
    sheet.merge_range(4, 0, 7, 0, "第一章 雨夜", &plain).unwrap();
    sheet.merge_range(4, 3, 5, 3, "街口", &plain).unwrap();
    write(
        sheet,
        4,
        &[
            &["", "1", "长街，雨", "", "3秒", "走吧"],
            &["", "2", "灯亮了", "", "2.5", "", "", "无名"],
            &[],
            &["", "3", "门开", "屋里", "", "", "7"],
        ],
    );
    let (minutes, seconds) = (Format::new().set_num_format("h:mm"), Format::new().set_num_format("h:mm:ss"));
    sheet.write_with_format(7, 4, 4.0 / 1440.0, &minutes).unwrap();
    sheet.merge_range(9, 0, 9, 6, "第二章 晴", &plain).unwrap();
    write(sheet, 10, &[&["", "4", "屋顶"]]);
    sheet.write_with_format(10, 4, 5.0 / 86400.0, &seconds).unwrap();
    let storyboard = read_as("分镜.xlsx", book.save_to_buffer().unwrap()).unwrap();
    assert_eq!(
        lines(&storyboard),
        r#"1 1 scene 3s 50 chapter="1" of="雨夜" first="长街，雨" last="长街，雨" dialogue="走吧" location="街口"
2 2 scene 2.5s 50 chapter="1" of="雨夜" first="灯亮了" last="灯亮了" location="街口" extra="{\"column 8\":\"无名\"}"
3 3 scene 4s 50 chapter="1" of="雨夜" first="门开" last="门开" location="屋里" extra="{\"备注\":7}"
4 4 scene 5s 50 chapter="2" of="晴" first="屋顶" last="屋顶""#
    );
    assert_eq!(
        storyboard.warnings[..2],
        ["the sheet `分镜` is read, not `说明`", "the column names are on line 4; what is above is not used"]
    );
}

#[test]
fn a_bad_cell_of_a_sheet_is_told_with_its_row() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    write(sheet, 0, &[&["code", "prompt", "duration"], &["A", "x", "long"], &[], &["B", "", "3"], &["C"]]);
    sheet.write_formula(4, 1, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
    assert_eq!(
        problems_of("a.xlsx", book.save_to_buffer().unwrap()),
        "line 2, column `duration`: expected seconds such as `3s`, got `long`\n\
         line 4, column `prompt`: expected a prompt, got nothing\n\
         line 5, column `prompt`: expected a value, got `#DIV/0!` of a formula that failed"
    );
}

#[test]
fn a_stray_cell_far_away_takes_no_memory() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    write(sheet, 0, &[&["code", "prompt"], &["A", "x"]]);
    sheet.write(1_048_575, 0, "B").unwrap();
    sheet.write(1_048_575, 1, "y").unwrap();
    assert_eq!(read_as("a.xlsx", book.save_to_buffer().unwrap()).unwrap().shots.len(), 2);
    let sheet = book.worksheet_from_index(0).unwrap();
    sheet.write(2, 16_383, "?").unwrap();
    assert_eq!(
        problems_of("a.xlsx", book.save_to_buffer().unwrap()),
        "expected at most 1000 columns, got 16384"
    );
}

#[test]
fn a_spreadsheet_that_cannot_be_used_says_why() {
    let good = one_sheet(&[&["code", "prompt"], &["A", "x"]]);
    assert_eq!(read_as("a.xlsm", &good).unwrap().shots.len(), 1);
    let mut locked = cfb::CompoundFile::create(std::io::Cursor::new(Vec::new())).unwrap();
    locked.create_stream("/EncryptionInfo").unwrap().write_all(&[1; 200]).unwrap();
    locked.create_stream("/EncryptedPackage").unwrap().write_all(&[2; 5000]).unwrap();
    locked.flush().unwrap();
    let locked = locked.into_inner().into_inner();
    for (name, bytes, expected) in [
        ("a.xlsx", vec![], "expected a storyboard, got an empty file"),
        ("a.xlsx", one_sheet(&[]), "expected a storyboard, got an empty spreadsheet"),
        ("a.xlsx", one_sheet(&[&["code", "prompt"]]), "expected at least one shot, got none"),
        (
            "a.xlsx",
            one_sheet(&[&["id", "notes"], &["1", "x"]]),
            "expected a column with prompts, got `id`, `notes`",
        ),
        (
            "a.xlsx",
            locked,
            "expected a spreadsheet without a password, got one that is protected by a password",
        ),
    ] {
        assert_eq!(problems_of(name, bytes), expected);
    }
    for (name, bytes) in
        [("a.xlsx", &good[..good.len() / 2]), ("a.xlsx", b"no zip"), ("a.xls", &good), ("a.ods", &good)]
    {
        let said = problems_of(name, bytes);
        assert!(said.starts_with("expected a spreadsheet that can be read, got an error: "), "{said}");
    }
    let mut torn = good.clone();
    let name = b"xl/worksheets/sheet1.xml";
    let at = torn.windows(name.len()).position(|it| it == name).unwrap() + name.len();
    torn[at + 10..at + 90].fill(0x55);
    let said = problems_of("a.xlsx", torn);
    assert!(said.contains("got an error: "), "{said}");
}

/// A sheet as LibreOffice writes it: endless blank cells and rows at the end of everything.
fn ods(manifest: &str) -> Vec<u8> {
    let content = r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">
<office:body><office:spreadsheet><table:table table:name="Shots">
<table:table-row><table:table-cell office:value-type="string"><text:p>code</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>prompt</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>seconds</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="16381"/></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>A</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>dawn</text:p></table:table-cell>
<table:table-cell office:value-type="float" office:value="2.5"><text:p>2.5</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="16381"/></table:table-row>
<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"#;
    let content = &content.replace(">\n<", "><");
    let mut file = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let kind = "application/vnd.oasis.opendocument.spreadsheet";
    for (name, text) in [("mimetype", kind), ("META-INF/manifest.xml", manifest), ("content.xml", content)] {
        file.start_file(name, stored).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
    file.finish().unwrap().into_inner()
}

#[test]
fn a_sheet_of_libreoffice_is_read_and_a_locked_one_says_so() {
    let manifest = |inner: &str| {
        format!(
            r#"<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">{inner}</manifest:file-entry></manifest:manifest>"#
        )
    };
    assert_eq!(
        lines(&read_as("a.ods", ods(&manifest(""))).unwrap()),
        r#"1 A scene 2.5s 50 chapter="1" first="dawn" last="dawn""#
    );
    assert_eq!(
        problems_of("a.ods", ods(&manifest("<manifest:encryption-data></manifest:encryption-data>"))),
        "expected a spreadsheet without a password, got one that is protected by a password"
    );
}
