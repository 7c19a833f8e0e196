//! The file that `rushes init` writes: every key, with its value and what it means.

use std::fmt::Display;

use jiff::tz::TimeZone;
use rushes_core::{Film, TaskType, Timing};
use toml::Value;

use super::Settings;
use super::unit::{duration_text, size_text};

/// The text of a `rushes.toml` that says these settings; reading it gives them back.
pub fn template(settings: &Settings) -> String {
    let mut text = machine(settings);
    text.push_str(&makers(settings));
    text.push_str(&film(&settings.film));
    text.push_str(&timing(&settings.film.timing));
    text
}

/// The text of a `rushes.toml` with another film in it; what is the machine's own stays word for word. `None` if the file
/// has something of the machine's behind its film.
pub fn with_film(text: &str, film: &Film) -> Option<String> {
    let at = text.find("\n[film]")? + 1;
    let (own, rest) = text.split_at(at);
    let others = rest.lines().filter(|it| it.starts_with('[')).any(|it| !it.starts_with("[film"));
    let new = self::film(film) + &timing(&film.timing);
    let new = new.split_once("\n[film]\n").map(|(_, it)| format!("[film]\n{it}"))?;
    (!others).then(|| format!("{own}{new}"))
}

fn machine(settings: &Settings) -> String {
    let worker = settings
        .worker
        .as_ref()
        .map_or_else(|| "# worker = \"001\"".to_owned(), |it| format!("worker = {}", quoted(it)));
    let stages = [(settings.stages.frames, "frames"), (settings.stages.clips, "clips")];
    let stages: Vec<&str> =
        stages.into_iter().filter(|(takes_part, _)| *takes_part).map(|(_, it)| it).collect();
    format!(
        r#"# The settings of a rushes project.
#
# What stands before [film] is about this machine alone. A key that is left out has its usual value.
# The environment goes before these keys (RUSHES_MEDIA, RUSHES_DISK_FLOOR ..; lists parted by commas, `any` for none),
# options before both.

# The film's database: sqlite://FILE, postgres://USER@HOST/NAME or mysql://USER@HOST/NAME.
# Never with a password: that comes from the environment variable RUSHES_DATABASE_PASSWORD.
database = {database}

# The folder for frames and clips. Several machines need one that all of them see.
media = {media}

# The name of this machine's worker; no two workers have the same.
{worker}

# Types of shots that this worker makes first; it helps with the others when none is ready.
prefers = {prefers}

# Types of shots that this worker makes at all; an empty list means all of them.
only = {only}

# How many shots it makes frames for at once.
slots = {slots}

# What it takes part in: "frames" makes pictures, "clips" submits, polls and fetches clips.
stages = {stages}

# When it begins something new, as local times; what runs is always finished. Empty: at any time.
# Several windows may be named, and a window may cross midnight: hours = ["20:00-06:00", "12:00-13:30"]
hours = {hours}
{zone}
# With less free space than this on the media folder it begins nothing.
disk_floor = {disk_floor}
"#,
        database = quoted(settings.database.as_str()),
        media = quoted(settings.media.display()),
        prefers = list(settings.prefers.iter().map(TaskType::as_str)),
        only = list(settings.only.iter().map(TaskType::as_str)),
        slots = settings.slots,
        stages = list(stages.into_iter()),
        hours = settings
            .hours
            .as_ref()
            .map_or_else(|| "[]".to_owned(), |it| list([it.to_string().as_str()].into_iter())),
        zone = zone_line(settings),
        disk_floor = quoted(size_text(settings.disk_floor)),
    )
}

/// The zone that the hours are meant in, if it is not simply the machine's.
fn zone_line(settings: &Settings) -> String {
    let own = settings.zone != TimeZone::system();
    let zone = settings.zone.iana_name().filter(|_| own);
    let line =
        zone.map_or_else(|| "# zone = \"Asia/Shanghai\"".to_owned(), |it| format!("zone = {}", quoted(it)));
    format!("{line}  # the hours' time zone; this machine's if it is left out\n")
}

fn makers(settings: &Settings) -> String {
    let mut text = r#"
# Makers of your own. A program reads one request as JSON and answers with a picture's path; [film.frames] names it.
# [makers.card]
# command = ["python3", "card.py"]   # "./card" would be a program beside this file; a bare name is in PATH
# limit = "60s"              # how long one frame may take; the film's limit if that is shorter
"#
    .to_owned();
    for (name, entry) in &settings.makers.makers {
        let command = list(entry.command.iter().map(String::as_str));
        text.push_str(&format!("\n[makers.{name}]\ncommand = {command}\n"));
        if let Some(limit) = entry.limit {
            text.push_str(&format!("limit = \"{limit}s\"\n"));
        }
    }
    text
}

fn film(film: &Film) -> String {
    let cap = match film.max_submissions {
        None => line("# max_submissions", &2000, "no more submissions of clips than this in the film's life"),
        Some(cap) => {
            line("max_submissions", &cap, "no more submissions of clips than this in the film's life")
        }
    };
    let frames =
        film.frame_makers.iter().map(|(key, maker)| format!("{} = {}\n", quoted(key), quoted(maker)));
    let unknown = "a submission without an answer: \"hold\" asks a person, \"resubmit\" may pay twice";
    [
        FILM.to_owned(),
        format!("title = {}\n", quoted(&film.title)),
        line("width", &film.width, "pixels of every frame and clip: even, 16 to 8192"),
        line("height", &film.height, "the same"),
        line("fps", &film.fps, "frames a second of the clips: 1 to 120"),
        line("clips", &quoted(&film.clip_maker), "the maker of clips"),
        line("on_unknown", &quoted(film.on_unknown.as_str()), unknown),
        cap,
        "\n# The maker of frames for a type of shot; \"*\" serves every type without a line of its own.\n"
            .to_owned(),
        "[film.frames]\n".to_owned(),
        frames.collect(),
    ]
    .concat()
}

const FILM: &str = "
# The film. `rushes init` wrote this to the database, and from then on the database's word counts: a worker whose
# file says something else does not start.
[film]
";

fn timing(timing: &Timing) -> String {
    let limits =
        timing.limits.iter().map(|(key, limit)| format!("{key} = {}\n", quoted(duration_text(*limit))));
    let limits = if timing.limits.is_empty() { "# scene = \"20min\"\n".to_owned() } else { limits.collect() };
    let duration = |it| quoted(duration_text(it));
    [
        "\n# Every interval that all workers share.\n[film.timing]\n".to_owned(),
        line("beat", &duration(timing.beat), "how often a worker says that it still works"),
        line(
            "stale",
            &duration(timing.stale),
            "without a word for so long its work is taken back: at least three beats",
        ),
        line("sweep", &duration(timing.sweep), "how often somebody looks for such work"),
        line("scan", &duration(timing.scan), "how often an idle worker looks for work"),
        line("poll", &duration(timing.poll), "how often a platform is asked about a clip"),
        line(
            "lock",
            &duration(timing.lock),
            "a clip that was taken and not submitted is free again after this",
        ),
        line("limit", &duration(timing.limit), "how long making one shot's frames may take"),
        line("retries", &timing.retries, "how often a shot is tried again before it is given up"),
        "\n# Types of shots that may take longer, or less.\n[film.timing.limits]\n".to_owned(),
        limits,
    ]
    .concat()
}

/// A key, its value, and what it means.
fn line(key: &str, value: &dyn Display, meaning: &str) -> String {
    let said = format!("{key} = {value}");
    format!("{said:<26} # {meaning}\n")
}

fn quoted(text: impl Display) -> String {
    Value::String(text.to_string()).to_string()
}

fn list<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    Value::Array(parts.map(|it| Value::String(it.to_owned())).collect()).to_string()
}
