//! What a storyboard was understood as, for a person to look at before it is imported.

use std::collections::BTreeMap;
use std::time::Duration;

use rushes_core::Shot;
use serde_json::{Value, json};

use crate::format::Storyboard;
use crate::list::{Cell, List};
use crate::say;

/// So many shots are shown as they were read.
const FIRST: usize = 5;
/// So many chapters are counted one by one.
const CHAPTERS: usize = 40;
/// A prompt is cut here.
const PROMPT: usize = 60;

/// Shows the columns, the first shots, and how many there are of each type and in each chapter.
pub(super) fn show(storyboard: &Storyboard) {
    let shots = &storyboard.shots;
    let (types, all) = (types(shots), chapters(shots, CHAPTERS));
    let chapters = all.count;
    for list in [columns(storyboard), first(shots), types] {
        list.print(false, "");
        say("");
    }
    all.list.print(false, "");
    if chapters > CHAPTERS {
        say(&format!("and {} chapters more", chapters - CHAPTERS));
    }
    say(&format!("{} shots in {chapters} chapters run {}", shots.len(), clock(runs(shots))));
    say("");
}

/// The same as JSON, with every chapter.
pub(super) fn as_json(storyboard: &Storyboard) -> Value {
    let shots = &storyboard.shots;
    json!({
        "columns": columns(storyboard).json(),
        "first": first(shots).json(),
        "types": types(shots).json(),
        "chapters": chapters(shots, usize::MAX).list.json(),
        "shots": shots.len(),
        "runs_seconds": runs(shots).as_secs_f64(),
    })
}

fn columns(storyboard: &Storyboard) -> List {
    let mut columns = List::new(&["column", "understood as"]);
    for column in &storyboard.columns {
        columns.push(vec![Cell::text(&*column.header), Cell::text(column.meaning)]);
    }
    columns
}

fn first(shots: &[Shot]) -> List {
    let mut first = List::new(&["scenecode", "chapter", "type", "runs", "first prompt"]);
    for shot in shots.iter().take(FIRST) {
        let prompt: String = shot.first_prompt.chars().take(PROMPT).collect();
        let chapter = format!("{} {}", shot.chapter, shot.chapter_title);
        first.push(vec![
            Cell::text(shot.scenecode.as_str()),
            Cell::text(chapter.trim_end()),
            Cell::text(shot.tasktype.as_str()),
            Cell::span(Some(shot.duration), clock),
            Cell::text(prompt),
        ]);
    }
    first
}

fn runs(shots: &[Shot]) -> Duration {
    shots.iter().map(|it| it.duration).sum()
}

fn types(shots: &[Shot]) -> List {
    let mut by_type: BTreeMap<&str, (usize, Duration)> = BTreeMap::new();
    for shot in shots {
        let (count, runs) = by_type.entry(shot.tasktype.as_str()).or_default();
        (*count, *runs) = (*count + 1, *runs + shot.duration);
    }
    let mut types = List::new(&["type", "shots", "runs"]);
    for (tasktype, (count, runs)) in by_type {
        types.push(vec![Cell::text(tasktype), Cell::count(count), Cell::span(Some(runs), clock)]);
    }
    types
}

/// The chapters that are listed, and how many there are.
struct Chapters {
    list: List,
    count: usize,
}

fn chapters(shots: &[Shot], most: usize) -> Chapters {
    let mut by_chapter: BTreeMap<u32, (&str, usize, Duration)> = BTreeMap::new();
    for shot in shots {
        let (title, count, runs) = by_chapter.entry(shot.chapter).or_default();
        (*title, *count, *runs) = (&shot.chapter_title, *count + 1, *runs + shot.duration);
    }
    let mut list = List::new(&["chapter", "title", "shots", "runs"]);
    for (chapter, (title, count, runs)) in by_chapter.iter().take(most) {
        let runs = Cell::span(Some(*runs), clock);
        list.push(vec![Cell::count(*chapter), Cell::text(*title), Cell::count(*count), runs]);
    }
    Chapters { list, count: by_chapter.len() }
}

/// `3.5 s`, `2:05`, `1:02:05`: hours, minutes and seconds.
fn clock(time: Duration) -> String {
    let whole = time.as_secs();
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match (hours, minutes) {
        (0, 0) => format!("{} s", time.as_secs_f64()),
        (0, _) => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
