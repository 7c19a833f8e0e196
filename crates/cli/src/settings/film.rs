//! The table `[film]`: what all machines of a farm share.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rushes_core::{Film, OnUnknown, TaskType, Timing};

use super::section::{Section, small, text_as, whole};
use super::unit;
use crate::problem::excerpt;

/// A worker that misses this many beats counts as gone, never one that is late.
const BEATS_BEFORE_STALE: u32 = 3;

/// Reads the film over its usual values.
pub(super) fn read(section: &mut Section<'_>, usual: Film) -> Film {
    Film {
        title: section.value("title", usual.title, |it| text_as(it, title)),
        width: section.value("width", usual.width, |it| small(it, 16..=8192).and_then(even)),
        height: section.value("height", usual.height, |it| small(it, 16..=8192).and_then(even)),
        fps: section.value("fps", usual.fps, |it| small(it, 1..=120)),
        clip_maker: section.value("clips", usual.clip_maker, |it| text_as(it, maker)),
        on_unknown: section.value("on_unknown", usual.on_unknown, |it| text_as(it, on_unknown)),
        max_submissions: section.value("max_submissions", usual.max_submissions, |it| {
            whole(it, 0..=i64::MAX.unsigned_abs()).map(Some)
        }),
        frame_makers: frames(section, usual.frame_makers),
        timing: timing(section, usual.timing),
    }
}

/// What of the film the file says itself, in the keys of [`super::difference`].
pub(super) fn said(section: &Section<'_>) -> BTreeSet<String> {
    let of_timing = section.keys_of("timing").into_iter().map(|it| format!("timing.{it}"));
    section.keys().into_iter().chain(of_timing).collect()
}

fn frames(section: &mut Section<'_>, usual: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut frames = section.section("frames");
    let mut makers = BTreeMap::new();
    for key in frames.keys() {
        let name = frames.value(&key, String::new(), |it| text_as(it, maker));
        match tasktype_or_all(&key) {
            Ok(()) => drop(makers.insert(key, name)),
            Err(reason) => frames.refuse(&key, reason),
        }
    }
    section.close(frames);
    if makers.is_empty() { usual } else { makers }
}

fn timing(section: &mut Section<'_>, usual: Timing) -> Timing {
    let mut timing = section.section("timing");
    let mut duration = |key, usual: Duration| timing.value(key, usual, |it| text_as(it, unit::duration));
    let [beat, stale, sweep] = [("beat", usual.beat), ("stale", usual.stale), ("sweep", usual.sweep)]
        .map(|(key, usual)| duration(key, usual));
    let [scan, poll, lock, limit] =
        [("scan", usual.scan), ("poll", usual.poll), ("lock", usual.lock), ("limit", usual.limit)]
            .map(|(key, usual)| duration(key, usual));
    let retries = timing.value("retries", usual.retries, |it| small(it, 0..=100));
    let limits = limits(&mut timing, usual.limits);
    let least = beat * BEATS_BEFORE_STALE;
    if stale < least {
        let (stale, least) = (unit::duration_text(stale), unit::duration_text(least));
        timing.refuse("stale", format!("expected at least three beats, `{least}`, got `{stale}`"));
    }
    section.close(timing);
    Timing { beat, stale, sweep, scan, poll, lock, limit, limits, retries }
}

fn limits(timing: &mut Section<'_>, usual: BTreeMap<TaskType, Duration>) -> BTreeMap<TaskType, Duration> {
    let mut section = timing.section("limits");
    let mut limits = usual;
    for key in section.keys() {
        let limit = section.value(&key, Duration::ZERO, |it| text_as(it, unit::duration));
        match TaskType::new(key.clone()) {
            Ok(tasktype) => drop(limits.insert(tasktype, limit)),
            Err(error) => section.refuse(&key, error.to_string()),
        }
    }
    timing.close(section);
    limits
}

fn title(text: &str) -> Result<String, String> {
    let plain = !text.trim().is_empty() && text.chars().count() <= 200 && !text.chars().any(char::is_control);
    if plain {
        Ok(text.to_owned())
    } else {
        Err(format!("expected a title of 1 to 200 characters on one line, got `{}`", excerpt(text)))
    }
}

fn even(number: u32) -> Result<u32, String> {
    if number.is_multiple_of(2) {
        Ok(number)
    } else {
        Err(format!("expected an even number, got `{number}`"))
    }
}

fn on_unknown(word: &str) -> Result<OnUnknown, String> {
    OnUnknown::from_word(word).ok_or_else(|| format!("expected `hold` or `resubmit`, got `{word}`"))
}

/// The name of a maker: it stands in file names, the worklog and the ledger.
pub(super) fn maker(name: &str) -> Result<String, String> {
    match TaskType::new(name) {
        Ok(_) => Ok(name.to_owned()),
        Err(_) => Err(format!(
            "expected a maker's name of 1 to 32 lower-case letters, digits, `_` or `-`, got `{}`",
            excerpt(name)
        )),
    }
}

fn tasktype_or_all(key: &str) -> Result<(), String> {
    match TaskType::new(key) {
        Err(_) if key != "*" => Err(format!(
            "expected `*` or a task type of 1 to 32 lower-case letters, digits, `_` or `-`, got `{}`",
            excerpt(key)
        )),
        _ => Ok(()),
    }
}
