//! `rushes report`: what a night made, by whom, what went wrong, and the nights side by side.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use rushes_store::Store;
use serde_json::{Value, json};

use crate::args::Report;
use crate::list::{Cell, List, local};
use crate::night::{Night, add};
use crate::progress::duration_words;
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::summary::counted;

const PAGE: u32 = 1000;
/// So many nights stand side by side.
const NIGHTS: usize = 14;

/// Reports on a night, or on the last one.
pub async fn report(project: &Project, typed: &Report) -> Result<(), Failure> {
    let store = project.store().await?;
    let title = store.film().await?.title;
    let nights = nights(&store, &TimeZone::system()).await?;
    let date = match &typed.night {
        Some(text) => Some(text.parse::<Date>().map_err(|_| {
            Failure::misuse(format!("expected `--night` with a date such as 2026-12-01, got `{text}`"))
                .hint("without `--night` it is the last night")
        })?),
        None => nights.keys().next_back().copied(),
    };
    let Some(date) = date else {
        say(if typed.format.json { "null" } else { "No claim has ended yet." });
        return Ok(());
    };
    let Some(night) = nights.get(&date) else {
        let known: Vec<String> = nights.keys().rev().take(NIGHTS).map(Date::to_string).collect();
        return Err(Failure::new(format!("could not report on the night of {date}: nothing ended then"))
            .hint(format!("there is work of these nights: {}", known.join(", "))));
    };
    if typed.format.json {
        say(&format!("{:#}", as_json(date, night, &nights)));
    } else {
        tell(&title, date, night, &nights);
    }
    Ok(())
}

/// The whole worklog, page by page.
async fn nights(store: &Store, zone: &TimeZone) -> Result<BTreeMap<Date, Night>, Failure> {
    let mut nights = BTreeMap::new();
    let mut before = None;
    loop {
        let rows = store.worklog(None, before, PAGE).await?;
        add(&mut nights, &rows, zone);
        before = rows.last().map(|it| it.id);
        if rows.len() < PAGE as usize {
            return Ok(nights);
        }
    }
}

fn tell(title: &str, date: Date, night: &Night, nights: &BTreeMap<Date, Night>) {
    let span = night.span.map(|(first, last)| format!(", {} to {}", local(first), local(last)));
    say(&format!("{title}: the night of {date}{}", span.unwrap_or_default()));
    say(&format!(
        "{} got both frames, {} a clip; {} ended otherwise{}",
        counted(night.frames(), "shot"),
        night.clips(),
        counted(night.unmade(), "claim"),
        night.cost.map(|it| format!("; it cost {it:.2}")).unwrap_or_default()
    ));
    say(&alone_words(night));
    for (list, name) in
        [(workers(night), "by worker"), (faults(night), "faults"), (slowest(night), "slowest")]
    {
        if !list.is_empty() {
            say(&format!("\n{name}"));
            list.print(false, "");
        }
    }
    say("\nnight by night");
    side_by_side(nights).print(false, "");
}

/// The farm against one machine that makes one shot at a time.
fn alone_words(night: &Night) -> String {
    let (alone, took) = (night.alone(), night.length());
    if took.is_zero() || alone.is_zero() {
        return "No frames were made.".to_owned();
    }
    let times = alone.as_secs_f64() / took.as_secs_f64();
    // A night in which the machines mostly waited says nothing of how fast they are.
    let fast =
        if times < 1.0 { String::new() } else { format!(": {times:.1} times as fast as one machine alone") };
    format!(
        "Its frames took {} of making; the night took {}{fast}.",
        duration_words(alone),
        duration_words(took)
    )
}

fn workers(night: &Night) -> List {
    let mut list = List::new(&["worker", "frames", "clips", "unmade", "making", "each"]);
    for (name, worker) in &night.workers {
        let each = worker.making / u32::try_from(worker.frames.max(1)).unwrap_or(u32::MAX);
        list.push(vec![
            Cell::text(name.as_str()),
            Cell::count(worker.frames),
            Cell::count(worker.clips),
            Cell::count(worker.unmade),
            Cell::span(Some(worker.making), duration_words),
            Cell::span(Some(each), seconds),
        ]);
    }
    list
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn faults(night: &Night) -> List {
    let mut list = List::new(&["fault", "times", "last said"]);
    for (class, (times, said)) in &night.faults {
        list.push(vec![Cell::text(class.as_str()), Cell::count(*times), Cell::text(said.as_str())]);
    }
    list
}

fn slowest(night: &Night) -> List {
    let mut list = List::new(&["shot", "stage", "worker", "took"]);
    for slow in &night.slowest {
        list.push(vec![
            Cell::text(slow.scenecode.as_str()),
            Cell::text(slow.stage.as_str()),
            Cell::text(slow.worker.as_str()),
            Cell::span(Some(slow.took), seconds),
        ]);
    }
    list
}

fn side_by_side(nights: &BTreeMap<Date, Night>) -> List {
    let mut list = List::new(&["night", "workers", "frames", "clips", "unmade", "took", "cost"]);
    for (date, night) in nights.iter().rev().take(NIGHTS) {
        list.push(vec![
            Cell::text(date.to_string()),
            Cell::count(night.workers.len()),
            Cell::count(night.frames()),
            Cell::count(night.clips()),
            Cell::count(night.unmade()),
            Cell::span(Some(night.length()), duration_words),
            Cell::maybe(night.cost.map(|it| format!("{it:.2}"))),
        ]);
    }
    list
}

fn as_json(date: Date, night: &Night, nights: &BTreeMap<Date, Night>) -> Value {
    json!({
        "night": date.to_string(),
        "frames": night.frames(),
        "clips": night.clips(),
        "unmade": night.unmade(),
        "cost": night.cost,
        "seconds": night.length().as_secs_f64(),
        "seconds_alone": night.alone().as_secs_f64(),
        "workers": workers(night).json(),
        "faults": faults(night).json(),
        "slowest": slowest(night).json(),
        "nights": side_by_side(nights).json(),
    })
}
