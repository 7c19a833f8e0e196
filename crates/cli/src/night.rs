//! The worklog, night by night: a night is the local day from noon to noon, named by the date of its evening.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use rushes_core::{Instant, Outcome, Stage};
use rushes_store::WorklogRow;

/// So many of the slowest are told.
const SLOWEST: usize = 5;

/// What one worker did in a night.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkerNight {
    /// Shots that it made both frames of.
    pub frames: u64,
    /// Clips that it brought in.
    pub clips: u64,
    /// Claims that ended otherwise.
    pub unmade: u64,
    /// How long it was making frames, all slots added up.
    pub making: Duration,
}

/// A claim that took long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slow {
    /// How long.
    pub took: Duration,
    /// The shot.
    pub scenecode: String,
    /// Frames or clip.
    pub stage: Stage,
    /// Who.
    pub worker: String,
}

/// One night.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Night {
    /// By worker.
    pub workers: BTreeMap<String, WorkerNight>,
    /// By class of fault: how often, and what was said last.
    pub faults: BTreeMap<String, (u64, String)>,
    /// The slowest that went well, the slowest first.
    pub slowest: Vec<Slow>,
    /// What it cost, if any maker said so.
    pub cost: Option<f64>,
    /// When its first claim began and its last one ended.
    pub span: Option<(Instant, Instant)>,
}

impl Night {
    /// Shots that got both frames.
    pub fn frames(&self) -> u64 {
        self.workers.values().map(|it| it.frames).sum()
    }

    /// Shots that got their clip.
    pub fn clips(&self) -> u64 {
        self.workers.values().map(|it| it.clips).sum()
    }

    /// Claims that ended without a result.
    pub fn unmade(&self) -> u64 {
        self.workers.values().map(|it| it.unmade).sum()
    }

    /// What one worker with one slot would have needed for the frames.
    pub fn alone(&self) -> Duration {
        self.workers.values().map(|it| it.making).sum()
    }

    /// From the first beginning to the last end.
    pub fn length(&self) -> Duration {
        self.span.map_or(Duration::ZERO, |(first, last)| last.since(first))
    }

    fn add(&mut self, row: &WorklogRow) {
        let took = row.started_at.map(|it| row.finished_at.since(it)).unwrap_or_default();
        let began = row.started_at.unwrap_or(row.finished_at);
        let (first, last) = self.span.unwrap_or((began, row.finished_at));
        self.span = Some((first.min(began), last.max(row.finished_at)));
        let name = row.worker_id.clone().unwrap_or_else(|| "a person".to_owned());
        let worker = self.workers.entry(name.clone()).or_default();
        match (row.outcome, row.stage) {
            (Outcome::Done, Stage::Frames) => {
                worker.frames += 1;
                worker.making += took;
            }
            (Outcome::Done, Stage::Clip) => worker.clips += 1,
            (Outcome::Retry | Outcome::Failed | Outcome::Released | Outcome::Lost, _) => worker.unmade += 1,
        }
        if let Some(cost) = row.cost {
            *self.cost.get_or_insert(0.0) += cost;
        }
        if let Some(fault) = &row.fault {
            let (times, said) = self.faults.entry(fault.clone()).or_default();
            *times += 1;
            // The rows come with the newest first.
            if said.is_empty() {
                *said = row.error.clone().unwrap_or_default();
            }
        }
        if row.outcome == Outcome::Done {
            let slow = Slow { took, scenecode: row.scenecode.to_string(), stage: row.stage, worker: name };
            let at = self.slowest.partition_point(|it| it.took >= took);
            self.slowest.insert(at, slow);
            self.slowest.truncate(SLOWEST);
        }
    }
}

/// Adds rows to their nights.
pub fn add(nights: &mut BTreeMap<Date, Night>, rows: &[WorklogRow], zone: &TimeZone) {
    for row in rows {
        if let Some(date) = night_of(row.finished_at, zone) {
            nights.entry(date).or_default().add(row);
        }
    }
}

/// The night that a moment belongs to.
pub fn night_of(at: Instant, zone: &TimeZone) -> Option<Date> {
    let local = zone.to_datetime(Timestamp::from_millisecond(at.0).ok()?);
    let evening = if local.hour() < 12 { local.date().checked_sub(1.day()).ok()? } else { local.date() };
    Some(evening)
}

#[cfg(test)]
#[path = "night_tests.rs"]
mod tests;
