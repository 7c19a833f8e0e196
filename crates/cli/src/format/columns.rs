//! What the columns of a storyboard are called, in English and Chinese.

use std::collections::BTreeMap;

use super::ColumnUse;
use super::table::Table;

/// A column that has a meaning for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Scenecode,
    Chapter,
    ChapterTitle,
    Title,
    TaskType,
    Prompt,
    FirstPrompt,
    LastPrompt,
    Aiwords,
    NegativePrompt,
    Dialogue,
    Narration,
    Duration,
    Seed,
    Characters,
    Location,
    Refs,
    Priority,
}

/// Our word for a column, and its names without spaces, `_` and `-`. Of two columns with one meaning the one whose
/// name stands earlier here is used.
const NAMES: [(Column, &str, &[&str]); 18] = [
    (
        Column::Scenecode,
        "scenecode",
        &[
            "scenecode",
            "shotcode",
            "code",
            "镜头号",
            "镜号",
            "分镜号",
            "镜头编号",
            "分镜编号",
            "shotid",
            "shotnumber",
            "shotno",
            "shot",
        ],
    ),
    (Column::Chapter, "chapter", &["chapter", "chapternumber", "章节", "章", "章节号"]),
    (
        Column::ChapterTitle,
        "chapter title",
        &["chaptertitle", "chaptername", "章节标题", "章节名", "章节名称", "章标题"],
    ),
    (Column::Title, "title", &["title", "shottitle", "标题", "镜头标题"]),
    (Column::TaskType, "type", &["tasktype", "type", "任务类型", "类型"]),
    (
        Column::Prompt,
        "prompt",
        &[
            "prompt",
            "imageprompt",
            "画面描述",
            "提示词",
            "画面提示词",
            "图片提示词",
            "画面内容",
            "画面",
            "description",
        ],
    ),
    (
        Column::FirstPrompt,
        "first prompt",
        &[
            "firstprompt",
            "firstframeprompt",
            "firstframe",
            "首帧提示词",
            "首帧描述",
            "首帧画面",
            "首帧",
            "startframeprompt",
            "startframe",
        ],
    ),
    (
        Column::LastPrompt,
        "last prompt",
        &[
            "lastprompt",
            "lastframeprompt",
            "lastframe",
            "尾帧提示词",
            "尾帧描述",
            "尾帧画面",
            "尾帧",
            "endframeprompt",
            "endframe",
        ],
    ),
    (Column::Aiwords, "video prompt", &["aiwords", "videoprompt", "视频提示词", "视频描述", "motionprompt"]),
    (
        Column::NegativePrompt,
        "negative prompt",
        &["negativeprompt", "negative", "反向提示词", "负面提示词", "负向提示词"],
    ),
    (Column::Dialogue, "dialogue", &["dialogue", "dialog", "台词", "对白", "对话"]),
    (Column::Narration, "narration", &["narration", "voiceover", "旁白"]),
    (
        Column::Duration,
        "duration",
        &["duration", "durations", "durationseconds", "seconds", "时长", "镜头时长"],
    ),
    (Column::Seed, "seed", &["seed", "种子", "随机种子"]),
    (Column::Characters, "characters", &["characters", "character", "角色", "人物", "出场角色", "出场人物"]),
    (Column::Location, "location", &["location", "地点", "场景", "place"]),
    (
        Column::Refs,
        "refs",
        &["refs", "ref", "references", "reference", "referenceimages", "参考图", "参考图片", "参考"],
    ),
    (Column::Priority, "priority", &["priority", "优先级"]),
];

/// Which column of the file is what.
#[derive(Debug, Default)]
pub(super) struct Columns {
    known: BTreeMap<Column, usize>,
    /// The columns that are only kept, with the name under which they are kept.
    pub(super) kept: Vec<(usize, String)>,
}

impl Columns {
    /// Understands the headers of a table. Two of one meaning and two of one name are warned of.
    pub(super) fn of(table: &Table, warnings: &mut Vec<String>) -> Columns {
        let mut columns = Columns::default();
        for (column, _, names) in &NAMES {
            let rank = |header: &String| names.iter().position(|it| *it == plain(header));
            let mut matching: Vec<(usize, usize)> = table
                .headers
                .iter()
                .enumerate()
                .filter_map(|(at, header)| Some((rank(header)?, at)))
                .collect();
            matching.sort_unstable();
            let Some((_, used)) = matching.first() else { continue };
            columns.known.insert(*column, *used);
            for (_, other) in &matching[1..] {
                let (used, other) = (&table.headers[*used], &table.headers[*other]);
                warnings.push(format!(
                    "`{other}` means the same as `{used}`; `{used}` is used, `{other}` is kept"
                ));
            }
        }
        columns.keep_the_others(table, warnings);
        columns
    }

    fn keep_the_others(&mut self, table: &Table, warnings: &mut Vec<String>) {
        for (at, header) in table.headers.iter().enumerate() {
            let narration = self.at(Column::Narration) == Some(at);
            if !narration && self.known.values().any(|it| *it == at) {
                continue;
            }
            let mut name = if narration { "narration".to_owned() } else { shown(header, at) };
            if self.kept.iter().any(|(_, it)| *it == name) {
                let second = format!("{name} (column {})", at + 1);
                warnings
                    .push(format!("two columns are called `{name}`; the later one is kept as `{second}`"));
                name = second;
            }
            self.kept.push((at, name));
        }
    }

    pub(super) fn at(&self, column: Column) -> Option<usize> {
        self.known.get(&column).copied()
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.known.contains_key(&column)
    }

    /// What every column was understood as, in the order of the file.
    pub(super) fn uses(&self, headers: &[String]) -> Vec<ColumnUse> {
        let meaning = |at| {
            let column = self.known.iter().find(|(_, it)| **it == at).map(|(column, _)| *column);
            NAMES.iter().find(|(it, _, _)| Some(*it) == column).map_or("extra", |(_, word, _)| *word)
        };
        let of = |(at, header)| ColumnUse { header: shown(header, at), meaning: meaning(at) };
        headers.iter().enumerate().map(|(at, header)| of((at, header.as_str()))).collect()
    }
}

/// A header as a person reads it: on one line, and never empty.
pub(super) fn shown(header: &str, at: usize) -> String {
    let words: Vec<&str> =
        header.split(|it: char| it.is_whitespace() || it.is_control()).filter(|it| !it.is_empty()).collect();
    if words.is_empty() { format!("column {}", at + 1) } else { words.join(" ") }
}

/// A header without what writers do differently: case, spaces, `_`, `-`, and a note in brackets at its end.
fn plain(header: &str) -> String {
    let header = header.trim();
    let bracket = header.ends_with([')', '）', ']', '】']);
    let name =
        header.split(['(', '（', '[', '【']).next().filter(|it| bracket && !it.is_empty()).unwrap_or(header);
    let skipped =
        |it: char| it.is_whitespace() || it.is_control() || matches!(it, '_' | '-' | '\u{FEFF}' | '\u{200B}');
    name.chars().filter(|it| !skipped(*it)).flat_map(char::to_lowercase).collect()
}
