//! The film in the articles' own numbers: how many, by whom, how often again, how long.

use std::time::Duration;

use rushes_core::{ClipState, Outcome, Stage};
use rushes_media::FilmFacts;
use rushes_store::{Store, WorkerTotals, WorklogRow};

use crate::progress::duration_words;
use crate::project::Project;
use crate::report::Failure;
use crate::say;

/// The lines of the summary: what, and how much. `took` and `film` belong to a run that has just ended.
pub async fn facts(
    store: &Store,
    took: Option<Duration>,
    film: Option<&FilmFacts>,
) -> Result<Vec<(String, String)>, Failure> {
    let counts = store.counts().await?;
    let (shots, clips) = (counts.shots(), counts.clips_in(ClipState::Done));
    let mut facts = vec![
        line("shots", thousands(shots)),
        line("pictures", thousands(2 * counts.images_in(rushes_core::ImageState::Completed))),
        line("clips", thousands(clips)),
    ];
    let totals = store.worker_totals().await?;
    for worker in &totals {
        facts.push(line(&format!("worker {}", worker.worker_id), by_worker(worker)));
    }
    facts.push(line("again", again(&totals)));
    if let Some(took) = took {
        facts.push(line("this run", duration_words(took)));
    }
    facts.push(line(
        "frames' time",
        format!("{}, added up over all workers", duration_words(made_in(store).await?)),
    ));
    if let Some(film) = film {
        facts.push(line("film", duration_words(Duration::from_millis(film.duration_ms))));
    }
    Ok(facts)
}

/// Prints the lines, and where to look.
pub fn print(project: &Project, facts: &[(String, String)]) {
    for (what, how_much) in facts {
        say(&format!("{what:>18}  {how_much}"));
    }
    for file in ["film.mp4", "contact.html"] {
        let path = project.folder.join(file);
        if path.exists() {
            say(&format!("{file:>18}  {}", path.display()));
        }
    }
}

fn line(what: &str, how_much: String) -> (String, String) {
    (what.to_owned(), how_much)
}

fn by_worker(worker: &WorkerTotals) -> String {
    format!("{} shots' frames, {} clips", thousands(worker.frames.done), thousands(worker.clips.done))
}

fn again(totals: &[WorkerTotals]) -> String {
    let sum = |count: fn(&WorkerTotals) -> u64| thousands(totals.iter().map(count).sum());
    format!(
        "{} retried, {} taken back from workers that stopped, {} given up",
        sum(|it| it.frames.retry + it.clips.retry),
        sum(|it| it.frames.lost + it.clips.lost),
        sum(|it| it.frames.failed + it.clips.failed),
    )
}

/// How long the making of all frames took, added up.
async fn made_in(store: &Store) -> Result<Duration, Failure> {
    const PAGE: u32 = 1000;
    let (mut whole, mut before) = (Duration::ZERO, None);
    loop {
        let page = store.worklog(None, before, PAGE).await?;
        whole += page.iter().filter_map(worked).sum::<Duration>();
        match page.last() {
            Some(last) if page.len() == PAGE as usize => before = Some(last.id),
            Some(_) | None => return Ok(whole),
        }
    }
}

fn worked(row: &WorklogRow) -> Option<Duration> {
    let counts = row.outcome == Outcome::Done && row.stage == Stage::Frames;
    row.started_at.filter(|_| counts).map(|it| row.finished_at.since(it))
}

/// "1,029".
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// "1 shot", "1,029 shots".
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{} {thing}{}", thousands(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(7, "7"), (1029, "1,029"), (100_000, "100,000"), (2_058_000, "2,058,000")] {
            assert_eq!(thousands(number), text);
        }
    }
}
