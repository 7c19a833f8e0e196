//! Bars while a film is made: how far, how fast, and at what time of day it will be complete.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use jiff::ZonedDateTime;
use rushes_core::{Progress, estimate};

/// A line for those who do not see bars, this often.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How far a film is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// All shots that are to be made.
    pub shots: u64,
    /// Shots with both frames.
    pub frames: u64,
    /// Shots with a clip.
    pub clips: u64,
    /// Shots that are given up.
    pub failed: u64,
    /// What is left, and how fast it goes.
    pub progress: Progress,
}

/// Shows how far a film is, on a terminal as bars, elsewhere as a line now and then.
#[derive(Debug)]
pub struct Display {
    bars: Option<(ProgressBar, ProgressBar)>,
    last_line: Option<Instant>,
}

impl Display {
    /// A display for a film of so many shots.
    pub fn new(shots: u64) -> Display {
        let bars = std::io::stderr().is_terminal().then(|| {
            let all = MultiProgress::new();
            (all.add(bar(shots, "frames")), all.add(bar(shots, "clips")))
        });
        Display { bars, last_line: None }
    }

    /// Shows a new look.
    #[expect(clippy::print_stderr, reason = "this is where the program talks to people")]
    pub fn show(&mut self, look: &Look) {
        let when = finish_words(look);
        if let Some((frames, clips)) = &self.bars {
            frames.set_length(look.shots);
            clips.set_length(look.shots);
            frames.set_position(look.frames);
            clips.set_position(look.clips);
            clips.set_message(when);
            return;
        }
        if self.last_line.is_none_or(|it| it.elapsed() >= LINE_EVERY) {
            self.last_line = Some(Instant::now());
            eprintln!("frames {}/{}  clips {}/{}  {when}", look.frames, look.shots, look.clips, look.shots);
        }
    }

    /// Takes the bars away.
    pub fn finish(&self) {
        if let Some((frames, clips)) = &self.bars {
            // They stay as they are, also if the film is not complete.
            frames.abandon();
            clips.abandon();
        }
    }
}

fn bar(length: u64, name: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:>7} {bar:36} {pos}/{len}  {msg}")
        .expect("the template is a constant")
        .progress_chars("━╸─");
    ProgressBar::new(length).with_style(style).with_prefix(name)
}

/// "complete at about 21:14", or why that is not known.
pub fn finish_words(look: &Look) -> String {
    let given_up = if look.failed > 0 { format!(", {} given up", look.failed) } else { String::new() };
    if look.shots == 0 {
        return "no shots yet".to_owned();
    }
    match estimate(&look.progress) {
        Some(left) if left.is_zero() => format!("complete{given_up}"),
        Some(left) => format!("complete at about {}{given_up}", time_of_day(left)),
        None => format!("finishing time unknown yet{given_up}"),
    }
}

/// The local time of day after some time from now, with the day if it is not today.
pub fn time_of_day(left: Duration) -> String {
    let now = ZonedDateTime::now();
    let Ok(then) = now.checked_add(left) else { return "far in the future".to_owned() };
    let format = if then.date() == now.date() { "%H:%M" } else { "%H:%M on %A, %-d %B" };
    then.strftime(format).to_string()
}

/// "3 min 12 s", "2 h 20 min".
pub fn duration_words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_told_in_two_units() {
        assert_eq!(duration_words(Duration::from_secs(7)), "7 s");
        assert_eq!(duration_words(Duration::from_secs(192)), "3 min 12 s");
        assert_eq!(duration_words(Duration::from_secs(8400)), "2 h 20 min");
    }

    #[test]
    fn a_film_with_nothing_left_is_complete() {
        assert_eq!(finish_words(&Look::default()), "no shots yet");
        assert_eq!(finish_words(&Look { shots: 9, ..Look::default() }), "complete");
        assert_eq!(finish_words(&Look { shots: 9, failed: 2, ..Look::default() }), "complete, 2 given up");
    }
}
