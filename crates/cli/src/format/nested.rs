//! Where a JSON file holds its shots: in an array, inside objects, nested in chapters and episodes.

use std::collections::BTreeSet;

use serde_json::value::RawValue;

use crate::problem::excerpt;

use super::chapter::{self, Chapter};
use super::error::Refusal;
use super::json::{self, Fields, SHAPE, Shots};
use super::naming::{Naming, PROMPTS, plain};

/// Where an object may hold its chapters; they go before its shots.
const CHAPTERS: [&str; 9] =
    ["chapters", "episodes", "acts", "parts", "sequences", "sections", "章节", "集", "剧集"];
/// Where an object may hold its shots.
const SHOTS: [&str; 8] = ["shots", "clips", "scenes", "storyboard", "分镜", "镜头", "镜头列表", "timeline"];
/// What a chapter calls its number and its title.
const NUMBERS: [&str; 12] = [
    "chapter",
    "chapternumber",
    "episode",
    "episodenumber",
    "number",
    "no",
    "index",
    "章节号",
    "章节",
    "章",
    "集",
    "id",
];
const TITLES: [&str; 7] = ["title", "name", "chaptertitle", "chaptername", "标题", "章节标题", "章节名"];
/// Objects within objects, until a known name is found.
const DEEPEST: usize = 4;
/// Chapters within episodes within seasons.
const MOST_LEVELS: usize = 16;

type Named<'a> = (String, &'a RawValue);
/// The fields of an element that holds shots, the name under which it does, and them.
type Part<'a> = (Vec<Named<'a>>, String, &'a RawValue);

/// Looks through a file and takes each shot that it finds.
pub(super) struct Finder<'s, 't, 'n> {
    pub(super) shots: &'s mut Shots<'t>,
    pub(super) naming: Naming<'n>,
    told: BTreeSet<String>,
}

impl<'s, 't, 'n> Finder<'s, 't, 'n> {
    pub(super) fn new(shots: &'s mut Shots<'t>, naming: Naming<'n>) -> Finder<'s, 't, 'n> {
        Finder { shots, naming, told: BTreeSet::new() }
    }

    /// Takes all shots of a value. `around` are the chapters that it lies in, the outermost first.
    pub(super) fn take_all(&mut self, value: &'t RawValue, around: &mut Vec<String>) -> Result<(), Refusal> {
        match value.get().as_bytes().first() {
            Some(b'[') => self.take_array(value, around, false),
            Some(b'{') => {
                let Fields(fields) = self.parse(value)?;
                let Some((name, held)) = self.holder(&fields) else { return Err(no_shots(&fields)) };
                self.tell_the_rest(&fields, name, &[]);
                self.shots.know_keyframes(&fields);
                self.descend(name, held, around)
            }
            _ => Err(Refusal::whole(
                format!("expected an array of shots, got `{}`", excerpt(value.get())),
                SHAPE,
            )),
        }
    }

    fn parse<T: serde::Deserialize<'t>>(&self, value: &'t RawValue) -> Result<T, Refusal> {
        json::parse(self.shots.text(), value.get()).map_err(json::misshapen)
    }

    fn descend(&mut self, name: &str, held: &'t RawValue, around: &mut Vec<String>) -> Result<(), Refusal> {
        if held.get().starts_with('[') {
            return self.take_array(held, around, CHAPTERS.contains(&plain(name).as_str()));
        }
        self.take_all(held, around)
    }

    /// Each element is a shot, or a chapter that holds shots.
    fn take_array(
        &mut self,
        array: &'t RawValue,
        around: &mut Vec<String>,
        chapters: bool,
    ) -> Result<(), Refusal> {
        if around.len() > MOST_LEVELS {
            return Err(Refusal::whole(
                format!("expected at most {MOST_LEVELS} levels of chapters, got more"),
                SHAPE,
            ));
        }
        let elements: Vec<&'t RawValue> = self.parse(array)?;
        for (at, element) in elements.into_iter().enumerate() {
            if self.shots.table.has_too_many_columns() {
                break;
            }
            match self.part(element)? {
                Some((fields, name, held)) => self.take_part(at, &fields, (&name, held), around, chapters)?,
                None => self.shots.take(element.get()),
            }
        }
        Ok(())
    }

    /// An element that holds shots, and where.
    fn part(&self, element: &'t RawValue) -> Result<Option<Part<'t>>, Refusal> {
        // Only a look: most elements are shots, which are read once they are taken.
        let inner = element.get().strip_prefix('{').is_some_and(|it| it.contains(['{', '[']));
        if !inner {
            return Ok(None);
        }
        let Fields(fields) = self.parse(element)?;
        let held = self.known_holder(&fields).map(|(name, held)| (name.to_owned(), held));
        Ok(held.map(|(name, held)| (fields, name, held)))
    }

    fn take_part(
        &mut self,
        at: usize,
        fields: &[Named<'t>],
        (name, held): (&str, &'t RawValue),
        around: &mut Vec<String>,
        chapters: bool,
    ) -> Result<(), Refusal> {
        let (label, used) = label(fields, at);
        self.tell_the_rest(fields, name, &used);
        self.shots.know_keyframes(fields);
        let scene = !chapters && !around.is_empty();
        let words = words(&label);
        let heading = if around.is_empty() {
            label
        } else {
            Chapter::Title(around.iter().chain([&words]).map(String::as_str).collect::<Vec<_>>().join(" · "))
        };
        if scene {
            self.shots.scene = Some(words);
            let done = self.descend(name, held, around);
            self.shots.scene = None;
            return done;
        }
        self.shots.begin_chapter(heading);
        around.push(words);
        let done = self.descend(name, held, around);
        around.pop();
        done
    }

    /// Which field holds the shots: one with a known name, or one that leads to such a field or to prompts.
    fn holder<'f>(&self, fields: &'f [Named<'t>]) -> Option<(&'f str, &'t RawValue)> {
        self.known_holder(fields).or_else(|| {
            let leading = fields.iter().find(|(_, value)| self.leads_to_shots(value, 1));
            leading.map(|(name, value)| (name.as_str(), *value))
        })
    }

    fn known_holder<'f>(&self, fields: &'f [Named<'t>]) -> Option<(&'f str, &'t RawValue)> {
        CHAPTERS.iter().chain(&SHOTS).find_map(|known| {
            let named = fields.iter().find(|(name, value)| plain(name) == *known && holds(value));
            named.map(|(name, value)| (name.as_str(), *value))
        })
    }

    fn leads_to_shots(&self, value: &'t RawValue, depth: usize) -> bool {
        if value.get().starts_with('[') {
            let elements: Vec<&RawValue> = self.parse(value).unwrap_or_default();
            let Some(Ok(Fields(first))) = elements.first().map(|it| self.parse::<Fields<'_>>(it)) else {
                return false;
            };
            let names: Vec<String> = first.into_iter().map(|(name, _)| name).collect();
            let known = self.naming.understand(&names);
            return PROMPTS.iter().any(|it| known.contains_key(it));
        }
        let Ok(Fields(fields)) = self.parse::<Fields<'_>>(value) else { return false };
        self.known_holder(&fields).is_some()
            || (depth < DEEPEST && fields.iter().any(|(_, it)| self.leads_to_shots(it, depth + 1)))
    }

    fn tell_the_rest(&mut self, fields: &[Named<'_>], holder: &str, used: &[&str]) {
        for (other, _) in fields {
            if other == holder || plain(other) == "keyframes" || used.contains(&other.as_str()) {
                continue;
            }
            let warning =
                format!("`{}` beside `{holder}` belongs to no shot and is not used", excerpt(other));
            if self.told.insert(warning.clone()) {
                self.shots.table.warnings.push(warning);
            }
        }
    }
}

fn no_shots(fields: &[Named<'_>]) -> Refusal {
    let names: Vec<String> = fields.iter().take(9).map(|(it, _)| format!("`{}`", excerpt(it))).collect();
    let reason = format!(
        "expected an array of shots, or an object with one under `shots`, `clips`, `scenes`, `storyboard`, got an object \
         with {}",
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") },
    );
    Refusal::whole(reason, SHAPE)
}

fn holds(value: &RawValue) -> bool {
    value.get().starts_with(['[', '{'])
}

/// What a chapter is called, and the fields that say so.
fn label<'f>(fields: &'f [Named<'_>], at: usize) -> (Chapter, Vec<&'f str>) {
    let text = |known: &str| {
        let (name, value) = fields.iter().find(|(name, _)| plain(name) == known)?;
        let raw = value.get();
        let text = if raw.starts_with('"') { serde_json::from_str(raw).ok()? } else { raw.to_owned() };
        let told = !text.trim().is_empty() && raw != "null" && !holds(value);
        told.then_some((name.as_str(), text))
    };
    // An `id` is a number of the chapter only if it is a number.
    let number =
        NUMBERS.iter().find_map(|it| text(it).filter(|(_, text)| *it != "id" || text.parse::<u32>().is_ok()));
    let title = TITLES.iter().find_map(|it| text(it));
    let used = number.iter().chain(&title).map(|(name, _)| *name).collect();
    let chapter = match (number, title) {
        (Some((_, number)), title) => match (chapter::parse(&number), title) {
            (Chapter::Number(number, _), Some((_, title))) => {
                Chapter::Number(number, title.trim().to_owned())
            }
            (Chapter::Title(_), Some((_, title))) => chapter::parse(&title),
            (parsed, None) => parsed,
        },
        (None, Some((_, title))) => chapter::parse(&title),
        (None, None) => Chapter::Number(u32::try_from(at + 1).unwrap_or(u32::MAX), String::new()),
    };
    (chapter, used)
}

fn words(chapter: &Chapter) -> String {
    match chapter {
        Chapter::Number(number, title) => format!("{number} {title}").trim_end().to_owned(),
        Chapter::Title(title) => title.clone(),
    }
}
