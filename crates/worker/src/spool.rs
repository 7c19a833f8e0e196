//! A worker's own folder: what is made but not confirmed, intents and answers that are not yet in the database.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rushes_core::BootId;
use rushes_store::{AcceptedClip, ImageClaim};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Error;

/// The folder, locked for this process.
#[derive(Debug)]
pub(crate) struct Spool {
    folder: PathBuf,
    _lock: File,
}

/// Both frames of a claim, made and checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MadeFrames {
    pub(crate) taskid: i64,
    pub(crate) claim_seq: i64,
    pub(crate) boot_id: String,
    pub(crate) chapter: u32,
    pub(crate) maker: String,
    pub(crate) first: SpooledFrame,
    pub(crate) second: SpooledFrame,
}

/// One frame in the spool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SpooledFrame {
    pub(crate) file: String,
    pub(crate) seed: u64,
    pub(crate) bytes: u64,
    pub(crate) extension: String,
}

/// A first frame that outlives the failure of its second.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptFirst {
    pub(crate) prompt: String,
    pub(crate) size: (u32, u32),
    pub(crate) frame: SpooledFrame,
}

/// An intent to submit, and the platform's answer once there is one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpooledSubmission {
    pub(crate) submission: i64,
    pub(crate) scenecode: String,
    pub(crate) claim_seq: i64,
    pub(crate) maker: String,
    pub(crate) answer: Option<SpooledAnswer>,
}

/// What the platform answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpooledAnswer {
    pub(crate) vdurl: String,
    pub(crate) maker_ref: String,
    pub(crate) reach: Option<String>,
    pub(crate) cost: Option<f64>,
    pub(crate) currency: Option<String>,
    pub(crate) free: bool,
}

impl SpooledAnswer {
    /// The same for the store.
    pub(crate) fn into_clip(self) -> AcceptedClip {
        AcceptedClip {
            vdurl: self.vdurl,
            maker_ref: self.maker_ref,
            reach: self.reach.and_then(|it| BootId::new(it).ok()),
            cost: self.cost,
            currency: self.currency,
            free: self.free,
        }
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Spool { path, source }
}

impl Spool {
    /// Locks the folder for this process, or says that another process has it.
    pub(crate) fn lock(folder: &Path, worker_id: &str) -> Result<Spool, Error> {
        for sub in ["claims", "kept", "submissions"] {
            fs::create_dir_all(folder.join(sub)).map_err(failed(folder))?;
        }
        let path = folder.join("lock");
        let lock =
            OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Spool { folder: folder.to_owned(), _lock: lock }),
            Err(fs::TryLockError::WouldBlock) => {
                Err(Error::SpoolLocked { worker_id: worker_id.to_owned(), spool: folder.to_owned() })
            }
            Err(fs::TryLockError::Error(source)) => Err(Error::Spool { path, source }),
        }
    }

    /// The start that last used this folder.
    pub(crate) fn last_boot(&self) -> Option<BootId> {
        BootId::new(fs::read_to_string(self.folder.join("boot")).ok()?.trim()).ok()
    }

    /// Notes that this start uses the folder.
    pub(crate) fn note_boot(&self, boot: &BootId) -> Result<(), Error> {
        write_durably(&self.folder.join("boot"), boot.as_str().as_bytes())
    }

    /// The folder of a claim.
    pub(crate) fn folder_of(&self, taskid: i64, claim_seq: i64) -> PathBuf {
        self.folder.join("claims").join(format!("{taskid}-{claim_seq}"))
    }

    /// The folder of a claim, made empty.
    pub(crate) fn claim_folder(&self, claim: &ImageClaim) -> Result<PathBuf, Error> {
        let folder = self.folder_of(claim.taskid, claim.claim_seq);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(failed(&folder))?;
        }
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        Ok(folder)
    }

    /// Forgets a claim's files.
    pub(crate) fn forget(&self, folder: &Path) {
        if let Err(error) = fs::remove_dir_all(folder) {
            tracing::debug!(%error, folder = %folder.display(), "the spool keeps a folder");
        }
    }

    /// Results of earlier starts that are made and checked; what was not finished is removed.
    pub(crate) fn unfinished_business(&self) -> Result<Vec<(PathBuf, MadeFrames)>, Error> {
        let root = self.folder.join("claims");
        let mut found = Vec::new();
        for entry in fs::read_dir(&root).map_err(failed(&root))? {
            let folder = entry.map_err(failed(&root))?.path();
            match read_json::<MadeFrames>(&folder.join("made.json")) {
                Some(made) => found.push((folder, made)),
                None => self.forget(&folder),
            }
        }
        Ok(found)
    }

    /// Submissions whose fate the database may not know.
    pub(crate) fn submissions(&self) -> Result<Vec<SpooledSubmission>, Error> {
        let root = self.folder.join("submissions");
        let mut found = Vec::new();
        for entry in fs::read_dir(&root).map_err(failed(&root))? {
            let path = entry.map_err(failed(&root))?.path();
            found.extend(read_json(&path));
        }
        Ok(found)
    }

    /// Writes an intent or an answer down before it goes anywhere else.
    pub(crate) fn note_submission(&self, noted: &SpooledSubmission) -> Result<(), Error> {
        write_json(&self.submission_path(noted.submission), noted)
    }

    /// The database knows the fate of a submission.
    pub(crate) fn forget_submission(&self, submission: i64) {
        let path = self.submission_path(submission);
        if let Err(error) = fs::remove_file(&path) {
            tracing::debug!(%error, path = %path.display(), "the spool keeps a submission");
        }
    }

    fn submission_path(&self, submission: i64) -> PathBuf {
        self.folder.join("submissions").join(format!("{submission}.json"))
    }

    /// A folder for a clip that is being fetched.
    pub(crate) fn clip_path(&self, stem: &str, claim_seq: i64) -> PathBuf {
        self.folder.join("claims").join(format!("clip-{stem}-{claim_seq}.mp4"))
    }

    /// Keeps a first frame for the next attempt at its shot.
    pub(crate) fn keep_first(&self, stem: &str, from: &Path, kept: &KeptFirst) -> Result<(), Error> {
        let path = self.folder.join("kept").join(format!("{stem}.{}", kept.frame.extension));
        fs::copy(from, &path).map_err(failed(&path))?;
        write_json(&self.folder.join("kept").join(format!("{stem}.json")), kept)
    }

    /// A first frame that was kept, if it still fits.
    pub(crate) fn kept_first(
        &self,
        stem: &str,
        prompt: &str,
        size: (u32, u32),
    ) -> Option<(PathBuf, KeptFirst)> {
        let kept: KeptFirst = read_json(&self.folder.join("kept").join(format!("{stem}.json")))?;
        let path = self.folder.join("kept").join(format!("{stem}.{}", kept.frame.extension));
        (kept.prompt == prompt && kept.size == size && path.exists()).then_some((path, kept))
    }

    /// The shot has its frames: nothing is kept for it any more.
    pub(crate) fn drop_kept(&self, stem: &str) {
        let root = self.folder.join("kept");
        if let Some(kept) = read_json::<KeptFirst>(&root.join(format!("{stem}.json"))) {
            for name in [format!("{stem}.json"), format!("{stem}.{}", kept.frame.extension)] {
                if let Err(error) = fs::remove_file(root.join(name)) {
                    tracing::debug!(%error, "the spool keeps a first frame");
                }
            }
        }
    }
}

/// Notes that both frames of a claim are made and checked.
pub(crate) fn note_made(folder: &Path, made: &MadeFrames) -> Result<(), Error> {
    for file in [&made.first.file, &made.second.file] {
        let path = folder.join(file);
        File::open(&path).and_then(|it| it.sync_all()).map_err(failed(&path))?;
    }
    write_json(&folder.join("made.json"), made)
}

fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), Error> {
    let bytes =
        serde_json::to_vec(value).map_err(|it| Error::Spool { path: path.to_owned(), source: it.into() })?;
    write_durably(path, &bytes)
}

/// All of the new content or all of the old: written beside, synced, renamed.
fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let beside = path.with_extension("new");
    let attempt = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    attempt().map_err(failed(path))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_process_cannot_lock_the_same_spool() {
        let folder = std::env::temp_dir().join(format!("rushes-spool-{}", std::process::id()));
        let first = Spool::lock(&folder, "001").unwrap();
        assert!(matches!(Spool::lock(&folder, "001"), Err(Error::SpoolLocked { .. })));
        drop(first);
        let again = Spool::lock(&folder, "001").unwrap();
        let noted = SpooledSubmission {
            submission: 7,
            scenecode: "SCN1".to_owned(),
            claim_seq: 2,
            maker: "m".to_owned(),
            answer: None,
        };
        again.note_submission(&noted).unwrap();
        assert_eq!(again.submissions().unwrap(), [noted]);
        again.forget_submission(7);
        assert_eq!(again.submissions().unwrap(), []);
        fs::remove_dir_all(&folder).unwrap();
    }
}
