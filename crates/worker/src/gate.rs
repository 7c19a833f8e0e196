//! Whether a worker may begin something new.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::BootClock;
use crate::farm::Farm;
use crate::frames::chain;
use crate::rest::From;
use crate::stop::Level;

/// The self-fence: when the last beat was answered.
#[derive(Debug)]
pub(crate) struct Fence {
    answered: Mutex<BootClock>,
    stale: Duration,
    shut: AtomicBool,
}

impl Fence {
    pub(crate) fn new(stale: Duration) -> Fence {
        Fence { answered: Mutex::new(BootClock::now()), stale, shut: AtomicBool::new(false) }
    }

    /// A beat that was sent at `sent` was answered.
    pub(crate) fn answered(&self, sent: BootClock) {
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner) = sent;
    }

    /// Another start has our id: nothing is ours any more, and no beat will ever be answered.
    pub(crate) fn shut(&self) {
        self.shut.store(true, Ordering::SeqCst);
    }

    /// Whether it never opens again.
    pub(crate) fn is_shut(&self) -> bool {
        self.shut.load(Ordering::SeqCst)
    }

    /// Whether our claims can still be ours: after the stale time without an answered beat no confirm and no paid
    /// call begins until a beat is answered.
    pub(crate) fn is_open(&self) -> bool {
        let answered = *self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        !self.is_shut() && answered.elapsed() < self.stale
    }
}

impl Farm {
    /// Why nothing new may begin now, in words; `None` if it may.
    pub(crate) fn closed(&self) -> Option<String> {
        if self.stop.watch().level() != Level::Run {
            return Some("stopping: takes nothing new".to_owned());
        }
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if wanted == "pause" {
            return Some("paused".to_owned());
        }
        if let Some((false, words)) = self.hours_now() {
            return Some(format!("asleep: {words}"));
        }
        if !self.fence.is_open() {
            return Some("waiting: the database does not answer".to_owned());
        }
        if self.alone.load(Ordering::SeqCst) {
            return Some("a task that stopped other workers runs alone".to_owned());
        }
        if let Some(reason) = self.rests.resting(&From::Machine) {
            return Some(format!("resting: {reason}"));
        }
        if let Some(reason) = self.no_media.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            return Some(format!("resting: {reason}"));
        }
        let free = self.free_bytes.load(Ordering::Relaxed);
        let floor = i64::try_from(self.config.disk_floor).unwrap_or(i64::MAX);
        (free < floor).then(|| format!("resting: {free} bytes free on the media root, the floor is {floor}"))
    }

    /// A worker that tries once has tried.
    pub(crate) fn end_after_a_fault(&self) {
        if self.config.one_try {
            self.stop.raise(Level::Drain);
        }
    }

    /// What this worker's hours say now, if it has any.
    pub(crate) fn hours_now(&self) -> Option<(bool, String)> {
        self.config.hours.as_ref().map(|it| it.at(jiff::Timestamp::now()))
    }

    /// Looks how much space the media root has.
    pub(crate) async fn look_at_disk(&self) {
        let media = self.media.clone();
        // A person may have taken another folder as the film's since this worker started.
        let moved = match (self.media.known_marker(), self.store.media_marker().await) {
            (Ok(Some(ours)), Ok(film)) => !film.is_empty() && ours != film,
            (Ok(None) | Err(_), _) | (_, Err(_)) => false,
        };
        let Ok(free) =
            tokio::task::spawn_blocking(move || media.is_there().and_then(|()| media.free_bytes())).await
        else {
            return;
        };
        let mut no_media = self.no_media.lock().unwrap_or_else(PoisonError::into_inner);
        match free {
            Ok(_) if moved => {
                *no_media = Some(
                    "the film has another media folder now: see rushes.toml, and start again".to_owned(),
                );
            }
            Ok(free) => {
                *no_media = None;
                self.free_bytes.store(i64::try_from(free).unwrap_or(i64::MAX), Ordering::Relaxed);
            }
            Err(error) => *no_media = Some(format!("could not {}", chain(&error))),
        }
    }
}
