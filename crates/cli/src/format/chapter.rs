//! Chapters as people write them: `3`, `第3章`, `第十二章 雨夜`, `Chapter 3: Rain`, or a title alone.

use std::collections::{BTreeSet, HashMap};

/// What stands between a chapter's number and its title.
const MARKS: [char; 13] = [' ', '\u{3000}', '\t', ':', '：', '-', '–', '—', '.', '·', '、', '，', ','];

/// What a chapter's cell says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chapter {
    /// A number, and perhaps a title after it.
    Number(u32, String),
    /// A title alone.
    Title(String),
}

/// Understands a chapter's cell.
pub(super) fn parse(text: &str) -> Chapter {
    let text = text.trim();
    let numbered = || plain(text).or_else(|| chinese(text)).or_else(|| english(text));
    numbered().unwrap_or_else(|| Chapter::Title(text.to_owned()))
}

/// Whether a text says of itself that it is a chapter's heading: `第3章 雨夜`, `Chapter 3: Rain`, `Episode 2`.
pub(super) fn announces(text: &str) -> bool {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let word = ["第", "chapter", "episode"].into_iter().any(|it| lower.starts_with(it));
    word && matches!(parse(text), Chapter::Number(..))
}

fn plain(text: &str) -> Option<Chapter> {
    let digits = text.strip_suffix(".0").unwrap_or(text);
    digits.parse().ok().map(|number| Chapter::Number(number, String::new()))
}

fn chinese(text: &str) -> Option<Chapter> {
    let (number, title) = text.strip_prefix('第')?.split_once(['章', '集', '回', '幕', '话', '節', '节'])?;
    let number = number.trim();
    let number = number.parse().ok().or_else(|| chinese_number(number))?;
    Some(Chapter::Number(number, title.trim_start_matches(MARKS).trim().to_owned()))
}

fn english(text: &str) -> Option<Chapter> {
    let lower = text.to_ascii_lowercase();
    let word = ["chapter", "chap.", "ch.", "ch", "episode", "ep.", "ep"]
        .into_iter()
        .find(|it| lower.starts_with(it))?;
    let rest = text[word.len()..].trim_start();
    let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    Some(Chapter::Number(number, after_number(&rest[digits..])?))
}

/// The title after a number; none if the text runs on without a mark, as in `ch3x`.
fn after_number(rest: &str) -> Option<String> {
    let parted = !rest.starts_with(|it: char| it.is_ascii_alphanumeric());
    parted.then(|| rest.trim_start_matches(MARKS).trim().to_owned())
}

/// 一 to 九千九百九十九.
fn chinese_number(text: &str) -> Option<u32> {
    let (mut total, mut digit) = (0, None);
    for it in text.chars() {
        let unit = match it {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            '零' | '〇' => continue,
            _ => {
                let found = "一二三四五六七八九".chars().position(|known| known == it);
                let found = found.or_else(|| (it == '两').then_some(1))?;
                if digit.replace(u32::try_from(found).ok()? + 1).is_some() {
                    return None;
                }
                continue;
            }
        };
        total += digit.take().unwrap_or(1) * unit;
    }
    let number = total + digit.unwrap_or(0);
    (number > 0).then_some(number)
}

/// Gives every row its chapter's number and title. Titles alone are numbered in their order, passing over numbers
/// that the file uses itself; a number's title serves all rows of that number.
pub(super) fn number_all(chapters: &[Chapter]) -> Vec<(u32, String)> {
    let mut titles: HashMap<u32, &str> = HashMap::new();
    for chapter in chapters {
        if let Chapter::Number(number, title) = chapter {
            let known = titles.entry(*number).or_default();
            if known.is_empty() {
                *known = title;
            }
        }
    }
    let taken: BTreeSet<u32> = titles.keys().copied().collect();
    let mut free = (1..).filter(|it| !taken.contains(it));
    let mut given: HashMap<&str, u32> = HashMap::new();
    chapters
        .iter()
        .map(|chapter| match chapter {
            Chapter::Number(number, title) if title.is_empty() => (*number, titles[number].to_owned()),
            Chapter::Number(number, title) => (*number, title.clone()),
            Chapter::Title(title) => {
                let number = *given.entry(title).or_insert_with(|| free.next().unwrap_or(u32::MAX));
                (number, title.clone())
            }
        })
        .collect()
}
