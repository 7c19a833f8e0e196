//! How far the film is and when it will be done.

use std::time::Duration;

/// Counts and rates of one kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TypeProgress {
    /// How many are left.
    pub left: u64,
    /// How many were made lately.
    pub made_lately: u64,
    /// In how long they were made.
    pub window: Duration,
}

/// What is left of both stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Shots without both frames.
    pub frames: TypeProgress,
    /// Shots without a clip.
    pub clips: TypeProgress,
}

/// Below this many lately made ones a rate says nothing.
const ENOUGH: u64 = 5;

/// How long the film still takes at the rate of late; `None` until there is enough to go by.
pub fn estimate(progress: &Progress) -> Option<Duration> {
    let frames = time_left(&progress.frames)?;
    let clips = time_left(&progress.clips)?;
    Some(frames.max(clips))
}

fn time_left(work: &TypeProgress) -> Option<Duration> {
    if work.left == 0 {
        return Some(Duration::ZERO);
    }
    if work.made_lately < ENOUGH || work.window.is_zero() {
        return None;
    }
    let each = work.window.as_secs_f64() / work.made_lately as f64;
    Duration::try_from_secs_f64(each * work.left as f64).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(left: u64, made_lately: u64, seconds: u64) -> TypeProgress {
        TypeProgress { left, made_lately, window: Duration::from_secs(seconds) }
    }

    #[test]
    fn the_slower_stage_decides() {
        let progress = Progress { frames: work(10, 10, 60), clips: work(100, 10, 60) };
        assert_eq!(estimate(&progress), Some(Duration::from_secs(600)));
    }

    #[test]
    fn too_little_to_go_by_is_unknown() {
        assert_eq!(estimate(&Progress { frames: work(10, 4, 60), clips: work(0, 0, 0) }), None);
    }

    #[test]
    fn nothing_left_is_done_now() {
        assert_eq!(estimate(&Progress::default()), Some(Duration::ZERO));
    }
}
