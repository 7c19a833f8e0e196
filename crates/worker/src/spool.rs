//! A worker's own folder: what is made but not confirmed, intents and answers that are not yet in the database.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rushes_core::BootId;
use rushes_makers::end_left_program;
use rushes_store::{AcceptedClip, ImageClaim};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Error;

/// The ending of what is not yet written to its end.
const HALF_WRITTEN: &str = "new";
/// How many starts are kept in mind.
const BOOTS_KEPT: usize = 16;

/// The folder, locked for this process.
#[derive(Debug)]
pub(crate) struct Spool {
    folder: PathBuf,
    /// What somebody was still writing to when it was to be forgotten.
    to_forget: Mutex<Vec<PathBuf>>,
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
    /// Everything that was asked for: a frame for anything else does not fit.
    pub(crate) asked: String,
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
            Ok(()) => {
                let spool = Spool { folder: folder.to_owned(), to_forget: Mutex::default(), _lock: lock };
                spool.remove_half_written()?;
                Ok(spool)
            }
            Err(fs::TryLockError::WouldBlock) => {
                Err(Error::SpoolLocked { worker_id: worker_id.to_owned(), spool: folder.to_owned() })
            }
            Err(fs::TryLockError::Error(source)) => Err(Error::Spool { path, source }),
        }
    }

    /// A start that died while it wrote has left the new content beside the old.
    fn remove_half_written(&self) -> Result<(), Error> {
        for folder in [self.folder.clone(), self.folder.join("kept"), self.folder.join("submissions")] {
            for entry in fs::read_dir(&folder).map_err(failed(&folder))? {
                let path = entry.map_err(failed(&folder))?.path();
                if path.extension().is_some_and(|it| it == HALF_WRITTEN) {
                    fs::remove_file(&path).map_err(failed(&path))?;
                }
            }
        }
        Ok(())
    }

    /// The starts that used this folder on this machine. A folder that was copied, from here or from another machine,
    /// tells nothing: its starts may live.
    pub(crate) fn boots(&self, host: &str) -> Vec<String> {
        let text = fs::read_to_string(self.folder.join("boots")).unwrap_or_default();
        let mut lines = text.lines();
        if lines.next() == Some(&self.place(host)) { lines.map(str::to_owned).collect() } else { Vec::new() }
    }

    /// Notes which starts use or used this folder; of many refused ones the last are enough.
    pub(crate) fn note_boots(&self, host: &str, boots: &[String]) -> Result<(), Error> {
        let last = &boots[boots.len().saturating_sub(BOOTS_KEPT)..];
        let text = format!("{}\n{}\n", self.place(host), last.join("\n"));
        write_durably(&self.folder.join("boots"), text.as_bytes())
    }

    /// Where this folder is.
    fn place(&self, host: &str) -> String {
        let real = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        format!("{host} {}", real.display().to_string().escape_debug())
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

    /// Forgets a claim's files, or a clip that was being fetched.
    pub(crate) fn forget(&self, path: &Path) {
        let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                // A maker that nobody waits for any more may still be writing there.
                tracing::debug!(%error, path = %path.display(), "the spool keeps something for now");
                self.to_forget.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
            }
            Ok(()) | Err(_) => {}
        }
    }

    /// Forgets what could not be forgotten when its time came.
    pub(crate) fn forget_the_rest(&self) {
        let rest = std::mem::take(&mut *self.to_forget.lock().unwrap_or_else(PoisonError::into_inner));
        rest.iter().for_each(|it| self.forget(it));
    }

    /// Results of earlier starts that are made and checked; what was not finished is removed.
    pub(crate) fn unfinished_business(&self) -> Result<Vec<(PathBuf, MadeFrames)>, Error> {
        let root = self.folder.join("claims");
        let mut found = Vec::new();
        for entry in fs::read_dir(&root).map_err(failed(&root))? {
            let folder = entry.map_err(failed(&root))?.path();
            if end_left_program(&folder) {
                tracing::info!(folder = %folder.display(), "ended a program that an earlier start had left");
            }
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

    /// A first frame that was kept, if it is what is asked for now.
    pub(crate) fn kept_first(&self, stem: &str, asked: &str) -> Option<(PathBuf, KeptFirst)> {
        let kept: KeptFirst = read_json(&self.folder.join("kept").join(format!("{stem}.json")))?;
        let path = self.folder.join("kept").join(format!("{stem}.{}", kept.frame.extension));
        (kept.asked == asked && path.exists()).then_some((path, kept))
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
    write_json(&folder.join("made.json"), made)?;
    folder.parent().map_or(Ok(()), sync_folder).map_err(failed(folder))
}

fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), Error> {
    let bytes =
        serde_json::to_vec(value).map_err(|it| Error::Spool { path: path.to_owned(), source: it.into() })?;
    write_durably(path, &bytes)
}

/// All of the new content or all of the old: written beside, synced, renamed.
fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let beside = path.with_extension(HALF_WRITTEN);
    let attempt = || {
        // Somebody may have tidied up the folder under a worker that goes on.
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        path.parent().map_or(Ok(()), sync_folder)
    };
    attempt().map_err(failed(path))
}

/// A new name is only durable once its folder is.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Windows writes names through by itself, and cannot open a folder as a file.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

#[cfg(test)]
#[path = "spool_tests.rs"]
mod tests;
