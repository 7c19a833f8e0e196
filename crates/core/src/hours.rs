//! Active hours: when a worker may begin something new. The clock on the wall decides, whatever a zone does to it.
//!
//! A window names local times of day. In the hour that comes twice in autumn it is open twice if the window holds it,
//! and a boundary in the hour that is left out in spring falls on the moment after the gap.

use std::fmt;

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

const MINUTES_A_DAY: u16 = 24 * 60;

/// One window of the day, in minutes since midnight: from its start to before its end, across midnight if it ends
/// before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    start: u16,
    end: u16,
}

/// The windows of a day in which a worker may begin something new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hours(Vec<Window>);

/// Why a text does not name hours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected hours such as `20:00-06:00` or `12:00-13:30, 20:00-06:00`, got `{text}`: {why}")]
pub struct InvalidHours {
    /// What was given.
    pub text: String,
    /// What is wrong with it.
    pub why: &'static str,
}

/// The hours of a worker, in its zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveHours {
    /// The windows.
    pub hours: Hours,
    /// Where the clock hangs.
    pub zone: TimeZone,
}

impl ActiveHours {
    /// Whether something new may begin now, and what a person should read of it.
    pub fn at(&self, now: Timestamp) -> (bool, String) {
        let open = self.hours.open_at(now, &self.zone);
        let change = self.hours.next_change(now, &self.zone);
        let change = change.map(|it| self.zone.to_datetime(it).strftime("%H:%M on %A").to_string());
        let words = match (open, change) {
            (_, None) => format!("its hours are {}", self.hours),
            (true, Some(change)) => format!("takes new work until {change}"),
            (false, Some(change)) => format!("its hours are {}, it works again at {change}", self.hours),
        };
        (open, words)
    }
}

impl Hours {
    /// Reads windows parted by commas.
    pub fn parse(text: &str) -> Result<Hours, InvalidHours> {
        let invalid = |why| InvalidHours { text: text.chars().take(80).collect(), why };
        let parts = text.split([',', '，', ';']).map(str::trim).filter(|it| !it.is_empty());
        let windows = parts.map(window).collect::<Result<Vec<_>, _>>().map_err(invalid)?;
        if windows.is_empty() { Err(invalid("no window is named")) } else { Ok(Hours(windows)) }
    }

    /// Whether something new may begin at a moment.
    pub fn open_at(&self, now: Timestamp, zone: &TimeZone) -> bool {
        let time = zone.to_datetime(now).time();
        let minute = u16::from(time.hour().unsigned_abs()) * 60 + u16::from(time.minute().unsigned_abs());
        self.0.iter().any(|it| it.holds(minute))
    }

    /// The next moment at which that changes; `None` if it never does.
    pub fn next_change(&self, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let open = self.open_at(now, zone);
        let mut moments = self.boundaries(now, zone);
        // The hands of the clock jump here, perhaps over a boundary.
        moments.extend(zone.following(now).take(1).map(|it| it.timestamp()));
        moments.sort_unstable();
        moments.into_iter().find(|it| *it > now && self.open_at(*it, zone) != open)
    }

    /// Every moment of the next two days, and of the day before, at which a window begins or ends.
    fn boundaries(&self, now: Timestamp, zone: &TimeZone) -> Vec<Timestamp> {
        let today = zone.to_datetime(now).date();
        let days = (-1..=2).filter_map(|it| today.checked_add(it.days()).ok());
        let minutes = self.0.iter().flat_map(|it| [it.start, it.end % MINUTES_A_DAY]);
        let locals = days.flat_map(|day| minutes.clone().map(move |it| day.to_datetime(time_of(it))));
        locals.flat_map(|it| both(it, zone)).collect()
    }
}

/// The moments at which the clock on the wall shows a time: two in autumn.
fn both(local: DateTime, zone: &TimeZone) -> Vec<Timestamp> {
    let ambiguous = zone.to_ambiguous_timestamp(local);
    [ambiguous.earlier().ok(), ambiguous.later().ok()].into_iter().flatten().collect()
}

fn time_of(minute: u16) -> Time {
    let part = |it: u16| i8::try_from(it).unwrap_or(0);
    Time::constant(part(minute / 60 % 24), part(minute % 60), 0, 0)
}

impl Window {
    fn holds(self, minute: u16) -> bool {
        if self.start < self.end {
            (self.start..self.end).contains(&minute)
        } else {
            minute >= self.start || minute < self.end
        }
    }
}

fn window(text: &str) -> Result<Window, &'static str> {
    let (start, end) =
        text.split_once(['-', '–', '~']).ok_or("a window is two times with `-` between them")?;
    let (start, end) = (minute(start)?, minute(end)?);
    match (start, end) {
        (MINUTES_A_DAY, _) => Err("a window begins before 24:00"),
        _ if start == end => {
            Err("a window that begins when it ends is empty; for the whole day leave `hours` out")
        }
        (start, end) => Ok(Window { start, end }),
    }
}

fn minute(text: &str) -> Result<u16, &'static str> {
    const WHY: &str = "a time is hours and minutes from 00:00 to 24:00";
    let (hours, minutes) = text.trim().split_once([':', '：']).ok_or(WHY)?;
    let digits = |it: &str| if it.len() <= 2 { it.parse::<u16>().map_err(|_| WHY) } else { Err(WHY) };
    match (digits(hours)?, digits(minutes)?) {
        (24, 0) => Ok(MINUTES_A_DAY),
        (hours @ 0..=23, minutes @ 0..=59) => Ok(hours * 60 + minutes),
        _ => Err(WHY),
    }
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Window { start, end }) in self.0.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{:02}:{:02}-{:02}:{:02}", start / 60, start % 60, end / 60, end % 60)?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "hours_tests.rs"]
mod tests;
