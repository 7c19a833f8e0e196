//! From a table to shots: every row is read, all that is wrong is collected.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use rushes_core::{Scenecode, Shot, TaskType, folded_code};

use crate::problem::{Problem, excerpt};

use super::chapter::{self, Chapter};
use super::columns::Columns;
use super::duration;
use super::error::Refusal;
use super::naming::{Column, Naming, PROMPTS, plain, shown};
use super::row::RowReader;
use super::table::{Cell, Row, Table};
use super::{ColumnUse, Storyboard};

const USUAL_DURATION: Duration = Duration::from_secs(3);
const USUAL_PRIORITY: u8 = 50;
const USUAL_TYPE: &str = "scene";

/// Understands a table.
pub(super) fn of_table(table: Table, naming: Naming<'_>) -> Result<Storyboard, Refusal> {
    let mut warnings = table.warnings.clone();
    let mut problems = table.problems.clone();
    naming.check(&table.headers)?;
    let mut columns = Columns::of(&table, naming, &mut warnings);
    let chapters = chapters(&table, &columns);
    if numbers_begin_anew(&table, &columns, &chapters) {
        let header = columns.keep_the_codes(&table.headers);
        warnings.push(format!(
            "the numbers in `{header}` begin anew in each chapter: they are kept, but are not the shots' codes"
        ));
    }
    let uses = columns.uses(&table.headers);
    need_a_prompt(&columns, &uses)?;
    let mut shots = Vec::with_capacity(table.rows.len());
    for (row, (number, title)) in table.rows.iter().zip(chapters) {
        let mut reader = RowReader::new(&table.headers, &columns, row);
        let position = u32::try_from(shots.len() + 1).unwrap_or(u32::MAX);
        shots.push(shot(&mut reader, &columns, position, number, title));
        problems.append(&mut reader.problems);
    }
    problems.extend(repeated_codes(&shots, &table.rows, &columns, &table.headers));
    if !problems.is_empty() {
        problems.sort_by_key(|it| it.line);
        return Err(Refusal::rows(problems));
    }
    warn_of_defaults(&columns, &mut warnings);
    Ok(Storyboard {
        shots: shots.into_iter().flatten().collect(),
        has_codes: columns.has(Column::Scenecode),
        columns: uses,
        warnings,
    })
}

fn need_a_prompt(columns: &Columns, uses: &[ColumnUse]) -> Result<(), Refusal> {
    if columns.has_a_prompt() {
        return Ok(());
    }
    let times: Vec<String> =
        uses.iter().filter(|it| is_time(&it.header)).map(|it| format!("`{}`", it.header)).collect();
    if !times.is_empty() {
        return Err(Refusal::whole(
            format!("expected shots with prompts, got a timeline without prompts ({})", times.join(", ")),
            "a timeline says when something runs, not what it shows: add a column `prompt` (画面描述)",
        ));
    }
    let found: Vec<String> = uses.iter().take(30).map(|it| format!("`{}`", excerpt(&it.header))).collect();
    let more = if uses.len() > found.len() { ", .." } else { "" };
    let reason = format!("expected a column with prompts, got {}{more}", found.join(", "));
    Err(Refusal::whole(
        reason,
        "call it `prompt` (画面描述), or `first prompt` (首帧) and `last prompt` (尾帧)",
    ))
}

/// Whether a column says when something begins or ends.
fn is_time(header: &str) -> bool {
    const TIMES: [&str; 18] = [
        "start",
        "end",
        "starttime",
        "endtime",
        "from",
        "to",
        "in",
        "out",
        "timecode",
        "timestamp",
        "time",
        "track",
        "开始",
        "结束",
        "开始时间",
        "结束时间",
        "时间码",
        "时间轴",
    ];
    TIMES.contains(&plain(header).as_str())
}

/// The chapter of every row. An empty cell means the chapter of the heading or the row above, as in a sheet with
/// merged cells.
fn chapters(table: &Table, columns: &Columns) -> Vec<(u32, String)> {
    let mut current = Chapter::Number(1, String::new());
    let mut chapters = Vec::with_capacity(table.rows.len());
    let mut headings = table.headings.iter().peekable();
    for (at, row) in table.rows.iter().enumerate() {
        while let Some((_, heading)) = headings.next_if(|(from, _)| *from <= at) {
            current = heading.clone();
        }
        // What is wrong with these cells is told when the row itself is read.
        let mut reader = RowReader::new(&table.headers, columns, row);
        let (cell, title) = (reader.text(Column::Chapter), reader.text(Column::ChapterTitle));
        current = match (cell.as_str(), title.as_str()) {
            ("", "") => current,
            ("", title) => Chapter::Title(title.to_owned()),
            (cell, "") => chapter::parse(cell),
            (cell, title) => match chapter::parse(cell) {
                Chapter::Number(number, _) => Chapter::Number(number, title.to_owned()),
                Chapter::Title(_) => Chapter::Title(title.to_owned()),
            },
        };
        chapters.push(current.clone());
    }
    chapter::number_all(&chapters)
}

/// Whether the codes are plain numbers that only tell the shots of a chapter apart, as language models count.
fn numbers_begin_anew(table: &Table, columns: &Columns, chapters: &[(u32, String)]) -> bool {
    let Some(at) = columns.at(Column::Scenecode) else { return false };
    let mut in_chapter = HashSet::new();
    let mut numbers = HashSet::new();
    let each_is_new = table.rows.iter().zip(chapters).all(|(row, (chapter, _))| {
        let (Cell::Text(text) | Cell::Json(text)) = row.cell(at) else { return false };
        let words = ["shot", "镜头", "镜", "第", "#"];
        let lower = text.trim().to_lowercase();
        let number =
            words.into_iter().fold(lower.as_str(), |left, word| left.strip_prefix(word).unwrap_or(left));
        let Ok(number) = number.trim().trim_end_matches(".0").parse::<u32>() else { return false };
        numbers.insert(number);
        in_chapter.insert((*chapter, number))
    });
    each_is_new && numbers.len() < table.rows.len()
}

/// The shot of a row, if at least its name is good; problems are left in the reader.
fn shot(
    row: &mut RowReader<'_>,
    columns: &Columns,
    position: u32,
    chapter: u32,
    chapter_title: String,
) -> Option<Shot> {
    row.text(Column::Chapter);
    row.text(Column::ChapterTitle);
    let scenecode = scenecode(row, columns, position);
    let (first_prompt, last_prompt) = prompts(row, columns);
    let usual_type = TaskType::new(USUAL_TYPE).expect("`scene` is a task type");
    Some(Shot {
        tasktype: row.value(Column::TaskType, usual_type, tasktype),
        chapter,
        chapter_title,
        position,
        title: row.text(Column::Title),
        first_prompt,
        last_prompt,
        aiwords: row.text(Column::Aiwords),
        negative_prompt: row.text(Column::NegativePrompt),
        seed: row.value(Column::Seed, None, seed),
        duration: row.value(Column::Duration, USUAL_DURATION, duration::parse),
        dialogue: row.text(Column::Dialogue),
        characters: row.text(Column::Characters),
        location: row.text(Column::Location),
        refs: one_a_line(&row.text(Column::Refs)),
        priority: row.value(Column::Priority, USUAL_PRIORITY, priority),
        extra: row.extra(),
        scenecode: scenecode?,
    })
}

fn scenecode(row: &mut RowReader<'_>, columns: &Columns, position: u32) -> Option<Scenecode> {
    let Some(at) = columns.at(Column::Scenecode) else {
        return Some(Scenecode::new(format!("SCN{position:06}")).expect("`SCN` and digits are a scenecode"));
    };
    let before = row.problems.len();
    let text = row.text(Column::Scenecode);
    if row.problems.len() > before {
        return None;
    }
    match Scenecode::new(text) {
        Ok(code) if is_device(code.as_str()) => {
            row.refuse(at, format!("expected a scenecode that is no device on Windows, got `{code}`"));
            None
        }
        Ok(code) => Some(code),
        Err(error) => {
            row.refuse(at, error.to_string());
            None
        }
    }
}

/// A name that Windows keeps for a device, whatever its ending: no file can have it.
fn is_device(code: &str) -> bool {
    let name = code.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    match name.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" => true,
        name => {
            let number = name.strip_prefix("COM").or_else(|| name.strip_prefix("LPT"));
            number.is_some_and(|it| {
                matches!(it, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
            })
        }
    }
}

/// What the two frames show. One prompt serves both; a frame without words of its own takes the other's.
fn prompts(row: &mut RowReader<'_>, columns: &Columns) -> (String, String) {
    let before = row.problems.len();
    let both = row.text(Column::Prompt);
    let first = row.text(Column::FirstPrompt);
    let last = row.text(Column::LastPrompt);
    let pick = |words: [&String; 3]| words.into_iter().find(|it| !it.is_empty()).cloned().unwrap_or_default();
    let picked = (pick([&first, &both, &last]), pick([&last, &both, &first]));
    let asked = PROMPTS.into_iter().find_map(|it| columns.at(it));
    if let Some(at) = asked.filter(|_| picked.0.is_empty() && row.problems.len() == before) {
        row.refuse(at, "expected a prompt, got nothing");
    }
    picked
}

fn tasktype(text: &str) -> Result<TaskType, String> {
    let word = match text {
        "角色" | "人物" | "角色图" | "人物图" => "character",
        "地点" | "地点图" | "场景图" => "location",
        "场景" | "合成" | "场景合成" | "合成图" => "scene",
        other => other,
    };
    TaskType::new(word.to_ascii_lowercase())
        .map_err(|error| format!("{error}; for example character, location, scene"))
}

fn seed(text: &str) -> Result<Option<u64>, String> {
    const LARGEST: u64 = i64::MAX.unsigned_abs();
    match text.strip_suffix(".0").unwrap_or(text) {
        // The word of many image programs for a random seed.
        "-1" => Ok(None),
        digits => {
            digits.parse().ok().filter(|it| *it <= LARGEST).map(Some).ok_or_else(|| {
                format!("expected a whole number from 0 to {LARGEST}, got `{}`", excerpt(text))
            })
        }
    }
}

fn priority(text: &str) -> Result<u8, String> {
    let digits = text.strip_suffix(".0").unwrap_or(text);
    let number = digits.parse().ok().filter(|it| *it <= 100);
    number.ok_or_else(|| format!("expected a whole number from 0 to 100, got `{}`", excerpt(text)))
}

/// Reference pictures, one a line: files are also parted by `;`, `|` and a comma before a space.
fn one_a_line(text: &str) -> String {
    let parted = text.replace([';', '；', '|', '，', '、'], "\n").replace(", ", "\n");
    parted.lines().map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Codes that come twice, or differ only in case or in how accents are written: to a person they are one.
fn repeated_codes(
    shots: &[Option<Shot>],
    rows: &[Row],
    columns: &Columns,
    headers: &[String],
) -> Vec<Problem> {
    let Some(column) = columns.at(Column::Scenecode) else { return Vec::new() };
    let mut seen: HashMap<String, (usize, &str)> = HashMap::new();
    let mut problems = Vec::new();
    for (shot, row) in shots.iter().zip(rows) {
        let Some(code) = shot.as_ref().map(|it| it.scenecode.as_str()) else { continue };
        let (line, first) = *seen.entry(folded_code(code)).or_insert((row.line, code));
        if line == row.line && std::ptr::eq(first, code) {
            continue;
        }
        let why = if first == code {
            format!("which line {line} has already")
        } else if first.to_lowercase() == code.to_lowercase() {
            format!("which differs only in case from `{first}` on line {line}")
        } else {
            format!("which is `{first}` of line {line} with its accents written otherwise")
        };
        let reason = format!("expected a scenecode of its own, got `{code}`, {why}");
        problems.push(row.problem(&shown(&headers[column], column), reason));
    }
    problems
}

fn warn_of_defaults(columns: &Columns, warnings: &mut Vec<String>) {
    if !columns.has(Column::Scenecode) {
        warnings
            .push("no column with scenecodes: a row is known again by its chapter and its text".to_owned());
    }
    if !columns.has(Column::Duration) {
        warnings.push(format!("no column with durations: every clip runs {} s", USUAL_DURATION.as_secs()));
    }
    if !columns.has(Column::TaskType) {
        warnings.push(format!("no column with types: every shot is of the type `{USUAL_TYPE}`"));
    }
}
