//! `rushes doctor`: whether everything that this machine needs is there, a line each.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rushes_core::Film;
use rushes_makers::{FontFacts, fonts, has_cjk_font};
use rushes_media::ffmpeg_version;
use rushes_store::Store;
use rushes_worker::Stages;

use crate::args::Doctor;
use crate::list::{Cell, List};
use crate::project::Project;
use crate::report::{Failure, could_not};
use crate::say;

/// A machine's clock may be this far from the database's.
const MOST_SKEW: Duration = Duration::from_secs(60);

const BELOW: &str = "each line that says FAIL has its own hint below it";
const WRITABLE: &str =
    "`media` in rushes.toml has to name a folder in which the user that runs rushes may write";

/// How one line ended.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Finding {
    Good(String),
    /// It works, but a person should know.
    Note(String),
    Bad(Failing),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Failing {
    message: String,
    hint: String,
}

fn bad(message: impl Into<String>, hint: impl Into<String>) -> Finding {
    Finding::Bad(Failing { message: message.into(), hint: hint.into() })
}

impl From<Failure> for Finding {
    fn from(failure: Failure) -> Finding {
        Finding::Bad(Failing { message: failure.message, hint: failure.hint })
    }
}

/// Looks at everything and says what it found; fails if something is missing.
pub async fn doctor(project: &Project, typed: &Doctor) -> Result<(), Failure> {
    let mut lines: Vec<(String, Finding)> = Vec::new();
    let mut tell = |name: &str, finding: Finding| lines.push((name.to_owned(), finding));
    let database = database(project).await;
    match database {
        Ok((store, film)) => {
            tell(
                "database",
                Finding::Good(format!("{} at {}", store.dialect().as_str(), store.url().as_str())),
            );
            tell("film", settings(project, &store, &film).await);
            tell("clock", clock(&store).await);
            tell("media", media(project, &store).await);
            tell("disk", disk(project));
            tell("fonts", font_line(fonts(), has_cjk_font()));
            tell("ffmpeg", ffmpeg());
            for (name, finding) in makers(project, &film).await {
                tell(&name, finding);
            }
        }
        Err(finding) => {
            tell("database", finding);
            tell("disk", disk(project));
            tell("fonts", font_line(fonts(), has_cjk_font()));
            tell("ffmpeg", ffmpeg());
        }
    }
    show(&lines, typed.format.json);
    match lines.iter().filter(|(_, it)| matches!(it, Finding::Bad(_))).count() {
        0 => Ok(()),
        1 => Err(Failure::new("1 line above needs you").hint(BELOW)),
        more => Err(Failure::new(format!("{more} lines above need you")).hint(BELOW)),
    }
}

fn show(lines: &[(String, Finding)], json: bool) {
    let mut list = List::new(&["line", "state", "says", "hint"]);
    for (name, finding) in lines {
        let (state, says, hint) = finding.words();
        list.push(vec![Cell::text(name.as_str()), Cell::text(state), Cell::text(says), Cell::maybe(hint)]);
        if !json {
            say(&format!("{state:<5} {name:<10} {says}"));
            hint.iter().for_each(|it| say(&format!("      {:<10} hint: {it}", "")));
        }
    }
    if json {
        list.print(true, "");
    }
}

impl Finding {
    /// Its state, what it says, and what to do.
    fn words(&self) -> (&'static str, &str, Option<&str>) {
        match self {
            Finding::Good(text) => ("ok", text, None),
            Finding::Note(text) => ("note", text, None),
            Finding::Bad(failing) => ("FAIL", &failing.message, Some(&failing.hint)),
        }
    }
}

async fn database(project: &Project) -> Result<(Store, Film), Finding> {
    let store = project.store().await?;
    let film = store.film().await.map_err(Failure::from)?;
    Ok((store, film))
}

async fn settings(project: &Project, store: &Store, film: &Film) -> Finding {
    match project.film(store).await {
        Ok(_) => {
            Finding::Good(format!("`{}`, {}x{} at {} fps", film.title, film.width, film.height, film.fps))
        }
        Err(failure) => failure.into(),
    }
}

async fn clock(store: &Store) -> Finding {
    let database = match store.now().await {
        Ok(now) => now.0,
        Err(error) => return Failure::from(error).into(),
    };
    let here = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    skew_line(i64::try_from(here).unwrap_or(i64::MAX).saturating_sub(database))
}

/// Says how far this machine's clock is ahead of the database's, in milliseconds.
fn skew_line(skew: i64) -> Finding {
    // Nothing is not less than nothing.
    let tenths = (skew as f64 / 100.0).round() + 0.0;
    let words = format!("{:.1} s from the database's", tenths / 10.0);
    if u128::from(skew.unsigned_abs()) > MOST_SKEW.as_millis() {
        return bad(words, "set this machine's clock by the network (NTP)");
    }
    Finding::Good(words)
}

async fn media(project: &Project, store: &Store) -> Finding {
    if let Err(failure) = project.media() {
        return bad(failure.message, WRITABLE);
    }
    let media = match project.shared_media(store).await {
        Ok(media) => media,
        Err(failure) => return failure.into(),
    };
    match media.writable() {
        Ok(()) => Finding::Good(format!("{} is writable and the same for all", media.folder().display())),
        Err(error) => bad(could_not(&error), WRITABLE),
    }
}

fn disk(project: &Project) -> Finding {
    let free = project.media().and_then(|it| it.free_bytes().map_err(Failure::from));
    match free {
        Err(failure) => bad(failure.message, WRITABLE),
        Ok(free) if free < project.settings.disk_floor => bad(
            format!(
                "{} MB free on the media folder, below the floor of {} MB",
                mb(free),
                mb(project.settings.disk_floor)
            ),
            "make room, or lower `disk_floor` in rushes.toml; until then this machine takes no work",
        ),
        Ok(free) => Finding::Good(format!("{} MB free on the media folder", mb(free))),
    }
}

fn mb(bytes: u64) -> u64 {
    bytes / 1_000_000
}

fn font_line(facts: &FontFacts, has_cjk: bool) -> Finding {
    if has_cjk {
        return Finding::Good(facts.to_string());
    }
    Finding::Note(format!(
        "{facts}; no font with Chinese, cards show boxes (Debian: `apt install fonts-noto-cjk`)"
    ))
}

fn ffmpeg() -> Finding {
    match ffmpeg_version() {
        Ok(version) => Finding::Good(version),
        Err(error) => Finding::Note(format!(
            "{}; only needed to assemble clips of different formats",
            could_not(&error)
        )),
    }
}

async fn makers(project: &Project, film: &Film) -> Vec<(String, Finding)> {
    let makers = match project.makers(film, Stages { frames: true, clips: true }) {
        Ok(makers) => makers,
        Err(failure) => return vec![("makers".to_owned(), failure.into())],
    };
    let mut findings = Vec::new();
    for name in film.frame_makers.values() {
        let found = match makers.frames.get(name) {
            Some(maker) => maker.examine().await,
            None => {
                let hint =
                    format!("add [makers.{name}] to rushes.toml, or leave its types to other machines");
                findings.push((format!("maker {name}"), bad("this machine does not have it", hint)));
                continue;
            }
        };
        findings.push((format!("maker {name}"), examined(name, found)));
    }
    if let Some(maker) = &makers.clips {
        findings.push((format!("clips {}", maker.name()), examined(maker.name(), maker.examine().await)));
    }
    findings
}

fn examined(name: &str, found: Result<String, rushes_core::Fault>) -> Finding {
    match found {
        Ok(text) => Finding::Good(text),
        Err(fault) => bad(
            fault.message,
            format!(
                "see [makers.{name}] in rushes.toml; until it works, its types are left to other machines"
            ),
        ),
    }
}

#[cfg(test)]
#[path = "doctor_tests.rs"]
mod tests;
