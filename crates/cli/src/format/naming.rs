//! What the columns of a storyboard are called, in English and Chinese, and what a person says they are.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::error::Refusal;

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
pub(super) const NAMES: [(Column, &str, &[&str]); 18] = [
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

/// The columns of which a storyboard needs one.
pub(super) const PROMPTS: [Column; 3] = [Column::Prompt, Column::FirstPrompt, Column::LastPrompt];

/// Our word for a column that means nothing to us and is kept.
pub(super) const KEPT: &str = "extra";

/// What a person said of a column: `first_prompt=COLUMN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// None for a column that is only kept.
    column: Option<Column>,
    header: String,
}

impl FromStr for Mapping {
    type Err = String;

    fn from_str(typed: &str) -> Result<Mapping, String> {
        let Some((word, header)) = typed.split_once('=').filter(|(_, header)| !header.trim().is_empty())
        else {
            return Err("expected WORD=COLUMN, for example `first_prompt=Opening image`".to_owned());
        };
        let known = NAMES.iter().find(|(_, known, _)| plain(known) == plain(word));
        let column = known.map(|(column, ..)| *column);
        if column.is_none() && plain(word) != KEPT {
            let words: Vec<String> = NAMES.iter().map(|(_, known, _)| known.replace(' ', "_")).collect();
            return Err(format!("expected one of our words ({}, {KEPT}), got `{word}`", words.join(", ")));
        }
        Ok(Mapping { column, header: header.trim().to_owned() })
    }
}

/// Which headers mean what: what a person said goes before the names that we know.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Naming<'a>(pub(super) &'a [Mapping]);

impl Naming<'_> {
    /// The columns of each meaning, the one to use first.
    pub(super) fn understand(&self, headers: &[String]) -> BTreeMap<Column, Vec<usize>> {
        let mut understood: BTreeMap<Column, Vec<usize>> = BTreeMap::new();
        let mut said = Vec::new();
        for mapping in self.0 {
            if let Some(at) = place(&mapping.header, headers).filter(|at| !said.contains(at)) {
                said.push(at);
                if let Some(column) = mapping.column {
                    understood.entry(column).or_default().push(at);
                }
            }
        }
        let plain: Vec<String> = headers.iter().map(|it| plain(it)).collect();
        for (column, _, names) in &NAMES {
            let rank = |at: &usize| names.iter().position(|it| *it == plain[*at]);
            let others = (0..headers.len()).filter(|at| !said.contains(at));
            let mut matching: Vec<(usize, usize)> = others.filter_map(|at| Some((rank(&at)?, at))).collect();
            matching.sort_unstable();
            if !matching.is_empty() {
                understood.entry(*column).or_default().extend(matching.into_iter().map(|(_, at)| at));
            }
        }
        understood
    }

    /// Refuses a mapping to a column that the file does not have.
    pub(super) fn check(&self, headers: &[String]) -> Result<(), Refusal> {
        let Some(missing) = self.0.iter().find(|it| place(&it.header, headers).is_none()) else {
            return Ok(());
        };
        let found: Vec<String> =
            headers.iter().enumerate().take(30).map(|(at, it)| format!("`{}`", shown(it, at))).collect();
        let reason = format!("expected the column `{}`, got {}", missing.header, found.join(", "));
        Err(Refusal::whole(reason, "write the column after `--map WORD=` as it stands in the file"))
    }
}

/// Where a column stands that a person named: as written, or else without what writers do differently.
fn place(name: &str, headers: &[String]) -> Option<usize> {
    let exact = headers.iter().enumerate().position(|(at, it)| shown(it, at) == name);
    exact.or_else(|| headers.iter().position(|it| plain(it) == plain(name)))
}

/// A header as a person reads it: on one line, and never empty.
pub(super) fn shown(header: &str, at: usize) -> String {
    let words: Vec<&str> =
        header.split(|it: char| it.is_whitespace() || it.is_control()).filter(|it| !it.is_empty()).collect();
    if words.is_empty() { format!("column {}", at + 1) } else { words.join(" ") }
}

/// A header without what writers do differently: case, spaces, `_`, `-`, and a note in brackets at its end.
pub(super) fn plain(header: &str) -> String {
    let header = header.trim();
    let bracket = header.ends_with([')', '）', ']', '】']);
    let name =
        header.split(['(', '（', '[', '【']).next().filter(|it| bracket && !it.is_empty()).unwrap_or(header);
    let skipped =
        |it: char| it.is_whitespace() || it.is_control() || matches!(it, '_' | '-' | '\u{FEFF}' | '\u{200B}');
    name.chars().filter(|it| !skipped(*it)).flat_map(char::to_lowercase).collect()
}
