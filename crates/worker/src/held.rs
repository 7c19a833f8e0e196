//! The claims that this process holds, for the beat, and the way to take a lost one away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rushes_core::Scenecode;
use rushes_store::Held;
use tokio::sync::watch;

use crate::clock::BootClock;

/// A claim past its limit by this much is no longer beaten for: its maker hangs, and so does its abort.
const GRACE_AFTER_LIMIT: Duration = Duration::from_secs(60);

/// One row and one claim of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Image { taskid: i64, claim_seq: i64 },
    Clip { scenecode: Scenecode, claim_seq: i64 },
}

#[derive(Debug)]
struct Entry {
    lost: watch::Sender<bool>,
    deadline: Option<BootClock>,
}

/// The register of held claims.
#[derive(Debug, Clone, Default)]
pub(crate) struct HeldClaims(Arc<Mutex<HashMap<Key, Entry>>>);

/// A registered claim; dropped, it is no longer beaten for.
#[derive(Debug)]
pub(crate) struct Holding {
    key: Key,
    claims: HeldClaims,
    lost: watch::Receiver<bool>,
}

impl HeldClaims {
    fn entries(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a claim.
    pub(crate) fn hold(&self, key: Key) -> Holding {
        let (sender, lost) = watch::channel(false);
        self.entries().insert(key.clone(), Entry { lost: sender, deadline: None });
        Holding { key, claims: self.clone(), lost }
    }

    /// What to beat for now.
    pub(crate) fn snapshot(&self) -> Held {
        let mut held = Held::default();
        for (key, entry) in self.entries().iter() {
            if entry.deadline.is_some_and(|it| it.after(GRACE_AFTER_LIMIT).left().is_zero()) {
                continue;
            }
            match key {
                Key::Image { taskid, claim_seq } => held.images.push((*taskid, *claim_seq)),
                Key::Clip { scenecode, claim_seq } => held.clips.push((scenecode.clone(), *claim_seq)),
            }
        }
        held
    }

    /// How many claims are held.
    pub(crate) fn len(&self) -> usize {
        self.entries().len()
    }

    /// Tells the holder of a claim that it has lost it; says whether that was news.
    pub(crate) fn lose(&self, key: &Key) -> bool {
        self.entries().get(key).is_some_and(|it| !it.lost.send_replace(true))
    }
}

impl Holding {
    /// The claim has to be done by then.
    pub(crate) fn limit(&self, limit: Duration) {
        if let Some(entry) = self.claims.entries().get_mut(&self.key) {
            entry.deadline = Some(BootClock::now().after(limit));
        }
    }

    /// Waits until the claim is lost.
    pub(crate) async fn lost(&mut self) {
        if self.lost.wait_for(|it| *it).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        self.claims.entries().remove(&self.key);
    }
}
