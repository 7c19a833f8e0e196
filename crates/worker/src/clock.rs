//! A clock for durations that runs on while the machine sleeps.

use std::time::Duration;

/// A reading of the clock since the machine started.
///
/// Rust's `Instant` stands still while Linux and macOS sleep; a worker that woke would think that no time went by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BootClock(Duration);

impl BootClock {
    /// Reads the clock.
    pub fn now() -> BootClock {
        BootClock(read())
    }

    /// How long ago this reading was.
    pub fn elapsed(self) -> Duration {
        read().saturating_sub(self.0)
    }

    /// The reading `by` later.
    pub(crate) fn after(self, by: Duration) -> BootClock {
        BootClock(self.0.saturating_add(by))
    }

    /// How long until this reading; zero if it is past.
    pub(crate) fn left(self) -> Duration {
        self.0.saturating_sub(read())
    }
}

#[cfg(unix)]
fn read() -> Duration {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let id = rustix::time::ClockId::Boottime;
    // On macOS this clock is mach_continuous_time, which runs on in sleep.
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let id = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(id);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Windows counts the time in sleep in its performance counter, which `Instant` reads.
#[cfg(not(unix))]
fn read() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}
