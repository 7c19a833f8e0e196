//! What a machine's file says of the film and the database contradicts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use rushes_core::Film;

use super::unit::duration_text;

/// One setting: the key that says it in the file, its full name, and its value in words.
type Setting = (String, String, String);

/// Every setting of the film that differs, with both values.
pub fn differences(file: &Film, database: &Film) -> Vec<String> {
    of_keys(file, database, |_| true)
}

/// The differences of those keys that count.
pub(super) fn of_keys(file: &Film, database: &Film, counts: impl Fn(&str) -> bool) -> Vec<String> {
    let (file, database) = (settings(file), settings(database));
    let names: BTreeSet<(&str, &str)> =
        file.iter().chain(&database).map(|(key, name, _)| (key.as_str(), name.as_str())).collect();
    let values = |settings: &'_ [Setting]| -> BTreeMap<String, String> {
        settings.iter().map(|(_, name, value)| (name.clone(), value.clone())).collect()
    };
    let (file, database) = (values(&file), values(&database));
    let said = |values: &BTreeMap<String, String>, name: &str| {
        values.get(name).cloned().unwrap_or_else(|| "nothing".to_owned())
    };
    names
        .into_iter()
        .filter(|(key, name)| counts(key) && file.get(*name) != database.get(*name))
        .map(|(_, name)| {
            format!(
                "{name}: rushes.toml says {}, the database says {}",
                said(&file, name),
                said(&database, name)
            )
        })
        .collect()
}

fn settings(film: &Film) -> Vec<Setting> {
    let one = |key: &str, value: &dyn Display| (key.to_owned(), key.to_owned(), value.to_string());
    let timing = &film.timing;
    let durations = [
        ("timing.beat", timing.beat),
        ("timing.stale", timing.stale),
        ("timing.sweep", timing.sweep),
        ("timing.scan", timing.scan),
        ("timing.poll", timing.poll),
        ("timing.lock", timing.lock),
        ("timing.limit", timing.limit),
    ];
    let mut settings = vec![
        one("title", &format!("`{}`", film.title)),
        one("width", &film.width),
        one("height", &film.height),
        one("fps", &film.fps),
        one("clips", &film.clip_maker),
        one("on_unknown", &film.on_unknown.as_str()),
        one("timing.retries", &timing.retries),
    ];
    settings.extend(durations.map(|(key, value)| one(key, &duration_text(value))));
    settings.extend(film.max_submissions.map(|it| one("max_submissions", &it)));
    let in_table =
        |table: &str, key: &dyn Display, value: String| (table.to_owned(), format!("{table}.{key}"), value);
    settings.extend(film.frame_makers.iter().map(|(key, maker)| in_table("frames", key, maker.clone())));
    settings.extend(
        timing.limits.iter().map(|(key, limit)| in_table("timing.limits", key, duration_text(*limit))),
    );
    settings
}
