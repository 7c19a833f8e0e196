//! How far something is that takes a while: a bar on a terminal, elsewhere a line now and then.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::summary::thousands;

/// A line for those who do not see bars, this often.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Counts things and shows how many there are so far.
#[derive(Debug)]
pub struct Meter {
    what: &'static str,
    all: u64,
    done: u64,
    bar: Option<ProgressBar>,
    told: Instant,
}

impl Meter {
    /// A meter of so many things: "rows written".
    pub fn new(what: &'static str, all: u64) -> Meter {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{prefix} {bar:36} {pos}/{len}");
            let bar = ProgressBar::new(all).with_prefix(what);
            style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("━╸─")))
        });
        Meter { what, all, done: 0, bar, told: Instant::now() }
    }

    /// So many more are done.
    #[expect(clippy::print_stderr, reason = "this is where the program talks to people")]
    pub fn add(&mut self, more: u64) {
        self.done += more;
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        } else if self.told.elapsed() >= LINE_EVERY {
            self.told = Instant::now();
            eprintln!("{}: {} of {}", self.what, thousands(self.done), thousands(self.all));
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
