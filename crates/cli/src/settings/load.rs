//! Reads `rushes.toml`.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use jiff::tz::TimeZone;
use rushes_core::{Hours, TaskType, WorkerId};
use rushes_makers::{MakerEntry, MakerSettings};
use rushes_store::DatabaseUrl;
use rushes_worker::Stages;
use toml::de::DeTable;

use super::environment::with_environment;
use super::section::{Section, list, text_as, whole};
use super::{FILE_NAME, Settings, SettingsErrors, default_film, film, unit};
use crate::problem::{Problem, excerpt, line_at};

/// How many shots one worker can make frames for at once.
pub(super) const MOST_SLOTS: u64 = 64;

/// The makers that the program brings along; a machine cannot have its own of that name.
const BUILT_IN: [&str; 2] = ["animatic", "null"];

/// Reads the settings of a project folder.
pub fn load(folder: &Path) -> Result<Settings, SettingsErrors> {
    let path = folder.join(FILE_NAME);
    let text = std::fs::read_to_string(&path).map_err(|source| SettingsErrors::unreadable(&path, source))?;
    let in_environment = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
    let mut settings = read(&text, in_environment)
        .map_err(|wrong| SettingsErrors::wrong(&path, wrong.problems, wrong.hint))?;
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for entry in settings.makers.makers.values_mut() {
        entry.folder = Some(folder.clone());
        if let Some(program) = entry.command.first_mut() {
            *program = beside(&folder, program);
        }
    }
    Ok(settings)
}

/// A program that is named by a path is looked for from the folder of the settings; a bare name is looked up in `PATH`.
fn beside(folder: &Path, program: &str) -> String {
    let path = Path::new(program);
    if path.is_absolute() || path.components().count() < 2 {
        return program.to_owned();
    }
    // The parts one by one: `./card` beside the settings is shown without the dot.
    let parts = path.components().filter(|it| *it != Component::CurDir);
    folder.join(parts.collect::<PathBuf>()).display().to_string()
}

/// What is wrong, before the file's name is added.
#[derive(Debug, Default)]
pub(super) struct Wrong {
    pub(super) problems: Vec<Problem>,
    pub(super) hint: Option<&'static str>,
}

/// Reads the text of a file; `in_environment` gives the variables that are set.
pub(super) fn read(text: &str, in_environment: impl Fn(&str) -> Option<String>) -> Result<Settings, Wrong> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let mut problems: Vec<Problem> = errors.iter().map(|it| misspelt(text, it)).collect();
        problems.sort_by_key(|it| it.line);
        // What the parser says of the rest of a line follows from its first fault.
        problems.dedup_by_key(|it| it.line);
        return Err(Wrong { problems, hint: None });
    }
    let mut wrong = Wrong::default();
    let mut root = Section::root(text, table.get_ref());
    let settings = machine(&mut root, &mut wrong.hint);
    wrong.problems = root.finish();
    let settings = with_environment(settings, in_environment, &mut wrong);
    wrong.problems.sort_by_key(|it| it.line);
    if wrong.problems.is_empty() { Ok(settings) } else { Err(wrong) }
}

fn misspelt(text: &str, error: &toml::de::Error) -> Problem {
    let line = error.span().map(|it| line_at(&text.as_bytes()[..it.start.min(text.len())]));
    Problem { line, place: None, reason: format!("expected TOML, got an error: {}", error.message()) }
}

fn machine(root: &mut Section<'_>, hint: &mut Option<&'static str>) -> Settings {
    let usual = Settings::default();
    let mut film_section = root.section("film");
    let said = film::said(&film_section);
    let film = film::read(&mut film_section, default_film());
    root.close(film_section);
    Settings {
        database: root.value("database", usual.database, |it| text_as(it, |url| database(url, hint))),
        media: root.value("media", usual.media, |it| text_as(it, media)),
        worker: root.value("worker", usual.worker, |it| text_as(it, |id| worker(id).map(Some))),
        prefers: root.value("prefers", usual.prefers, |it| list(it, tasktype)),
        only: root.value("only", usual.only, |it| list(it, tasktype)),
        slots: root.value("slots", usual.slots, |it| {
            whole(it, 1..=MOST_SLOTS).map(|it| usize::try_from(it).expect("64 fits everywhere"))
        }),
        stages: root.value("stages", usual.stages, |it| {
            list(it, |word| Ok(word.to_owned())).and_then(|it| stages(&it))
        }),
        hours: hours(root),
        zone: root.value("zone", usual.zone, |it| text_as(it, zone)),
        disk_floor: root.value("disk_floor", usual.disk_floor, |it| text_as(it, unit::size)),
        makers: makers(root),
        film,
        said,
    }
}

/// The windows, if there are any.
fn hours(root: &mut Section<'_>) -> Option<Hours> {
    let windows = root.value("hours", Vec::new(), |it| list(it, |window| Ok(window.to_owned())));
    if windows.is_empty() {
        return None;
    }
    match Hours::parse(&windows.join(",")) {
        Ok(hours) => Some(hours),
        Err(error) => {
            root.refuse("hours", error.to_string());
            None
        }
    }
}

pub(super) fn zone(name: &str) -> Result<TimeZone, String> {
    TimeZone::get(name).map_err(|_| {
        format!("expected a time zone such as `Asia/Shanghai` or `Europe/Berlin`, got `{}`", excerpt(name))
    })
}

fn makers(root: &mut Section<'_>) -> MakerSettings {
    let mut section = root.section("makers");
    let mut makers = BTreeMap::new();
    for name in section.keys() {
        let mut maker = section.section(&name);
        let command = maker.value("command", Vec::new(), |it| list(it, |word| Ok(word.to_owned())));
        let limit = maker.value("limit", None, |it| text_as(it, whole_seconds).map(Some));
        let runs = command.first().is_some_and(|it| !it.trim().is_empty());
        if !runs {
            maker.refuse(
                "command",
                "expected a program and its arguments, such as [\"python3\", \"card.py\"]",
            );
        }
        section.close(maker);
        match film::maker(&name) {
            Ok(_) if BUILT_IN.contains(&name.as_str()) => {
                section.refuse(&name, "expected a name of your own, got the name of a built-in maker");
            }
            Ok(name) => drop(makers.insert(name, MakerEntry { command, limit, folder: None })),
            Err(reason) => section.refuse(&name, reason),
        }
    }
    root.close(section);
    MakerSettings { makers }
}

pub(super) fn database(url: &str, hint: &mut Option<&'static str>) -> Result<DatabaseUrl, String> {
    DatabaseUrl::parse(url).map_err(|error| {
        *hint = Some(error.hint());
        error.to_string()
    })
}

pub(super) fn media(folder: &str) -> Result<PathBuf, String> {
    if folder.trim().is_empty() || folder.contains('\0') {
        return Err(format!("expected a folder, got `{}`", excerpt(folder)));
    }
    Ok(PathBuf::from(folder))
}

pub(super) fn worker(id: &str) -> Result<WorkerId, String> {
    WorkerId::new(id).map_err(|error| error.to_string())
}

pub(super) fn tasktype(word: &str) -> Result<TaskType, String> {
    TaskType::new(word).map_err(|error| error.to_string())
}

pub(super) fn stages(words: &[String]) -> Result<Stages, String> {
    let mut stages = Stages { frames: false, clips: false };
    for word in words {
        match word.as_str() {
            "frames" => stages.frames = true,
            "clips" => stages.clips = true,
            other => return Err(format!("expected `frames` or `clips`, got `{}`", excerpt(other))),
        }
    }
    if words.is_empty() {
        Err("expected `frames`, `clips` or both, got an empty list".to_owned())
    } else {
        Ok(stages)
    }
}

fn whole_seconds(text: &str) -> Result<u64, String> {
    let duration = unit::duration(text)?;
    if duration.subsec_nanos() == 0 {
        Ok(duration.as_secs())
    } else {
        Err(format!("expected whole seconds, got `{text}`"))
    }
}
