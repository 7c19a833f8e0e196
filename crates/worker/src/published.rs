//! What a claim has put into the media root before a row names it, and what is in the way once one does.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rushes_core::{Fault, FaultClass};
use rushes_media::{MediaRoot, Placed};

use crate::farm::Farm;
use crate::frames::chain;

/// A share that hangs must not keep a worker from handing back.
const WITHDRAW_LIMIT: Duration = Duration::from_secs(5);

/// The files of one claim.
#[derive(Debug, Clone, Default)]
pub(crate) struct Published(Arc<Mutex<Files>>);

#[derive(Debug, Default)]
struct Files {
    names: Vec<String>,
    given_up: bool,
}

impl Published {
    fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies a file to its final name, unless the claim was given up in the meantime.
    pub(crate) fn place(&self, media: &MediaRoot, from: &Path, name: &str) -> Result<Placed, Fault> {
        // Held while the file is copied: a copy that nobody waits for any more ends before it is withdrawn.
        let mut files = self.files();
        if files.given_up {
            return Err(Fault::new(FaultClass::Task, "the claim was given up"));
        }
        files.names.push(name.to_owned());
        media.place(from, name).map_err(|error| Fault::new(error.fault(), chain(&error)))
    }

    /// The files, once a commit may make a row name them: they are no longer withdrawn.
    pub(crate) fn hand_over(&self) -> Vec<String> {
        std::mem::take(&mut self.files().names)
    }

    /// Takes away what no row will ever name: the claim ends unmade, or is somebody else's.
    pub(crate) async fn withdraw(&self, farm: &Farm) {
        let (mine, media) = (self.clone(), farm.media.clone());
        let withdrawn = tokio::task::spawn_blocking(move || {
            let mut files = mine.files();
            files.given_up = true;
            remove(&media, std::mem::take(&mut files.names));
        });
        if !matches!(tokio::time::timeout(WITHDRAW_LIMIT, withdrawn).await, Ok(Ok(()))) {
            tracing::warn!("files of a claim that was given up may stay; `rushes verify` finds them");
        }
    }
}

impl Farm {
    /// Removes files that no row names any more.
    pub(crate) async fn remove_files(&self, files: Vec<String>) {
        if files.is_empty() {
            return;
        }
        let media = self.media.clone();
        if let Err(error) = tokio::task::spawn_blocking(move || remove(&media, files)).await {
            tracing::warn!(%error, "replaced files stay");
        }
    }

    /// Removes what earlier claims placed beside files that a row now names: their workers died, or woke up too late.
    pub(crate) async fn remove_earlier(&self, named: Vec<String>) {
        let media = self.media.clone();
        let removed = tokio::task::spawn_blocking(move || {
            for name in named {
                match media.left_by_earlier_claims(&name) {
                    Ok(files) => remove(&media, files),
                    Err(error) => tracing::warn!(%error, "could not look for files of earlier claims"),
                }
            }
        });
        if let Err(error) = removed.await {
            tracing::warn!(%error, "files of earlier claims stay");
        }
    }
}

fn remove(media: &MediaRoot, files: Vec<String>) {
    for file in files {
        if let Err(error) = media.remove(&file) {
            tracing::warn!(%error, file, "a file that no row names stays");
        }
    }
}
