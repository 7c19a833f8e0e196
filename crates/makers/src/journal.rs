//! The journal: what the makers did, written by them outside of the database, so that a test can prove from it that no
//! shot was lost and none made twice.
//!
//! One JSON line for each call, at its end; `submit` writes one before it too. `result` is `made`, `asked`, `accepted`,
//! `fetched`, `fault: CLASS`, `unknown`, or `aborted` for a call that nobody waited for to the end.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use rushes_core::Fault;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    Accepted, ClipMaker, ClipRequest, Error, FrameMaker, FrameRequest, MadeFrame, Polled, Reach, SubmitError,
};

/// The environment variable that names the file.
const VARIABLE: &str = "RUSHES_JOURNAL";

/// A file to which lines are appended, if there is one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Journal(Option<Arc<File>>);

/// One line.
#[derive(Debug, Clone, Serialize)]
struct Line {
    at_ms: u64,
    worker: Option<String>,
    claim_seq: Option<i64>,
    scenecode: Option<String>,
    what: &'static str,
    side: Option<&'static str>,
    maker: String,
    result: String,
    sha256: Option<String>,
    vdurl: Option<String>,
}

/// A call that writes its line when it ends, also when it is dropped.
struct Call {
    journal: Journal,
    line: Line,
}

impl Journal {
    /// The journal that the environment names; none if it names none.
    pub(crate) fn from_environment() -> Result<Journal, Error> {
        match std::env::var_os(VARIABLE).filter(|it| !it.is_empty()) {
            Some(path) => Journal::open(&PathBuf::from(path)),
            None => Ok(Journal(None)),
        }
    }

    fn open(path: &Path) -> Result<Journal, Error> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Journal(Some(Arc::new(file.map_err(Error::file("open the journal", path))?))))
    }

    fn begin(&self, line: Line) -> Call {
        Call { journal: self.clone(), line }
    }

    /// Appends a line in one write, so that the lines of several processes do not mix.
    fn write(&self, line: &Line) {
        let Some(file) = &self.0 else { return };
        let at_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let line = Line { at_ms: u64::try_from(at_ms).unwrap_or(u64::MAX), ..line.clone() };
        let mut bytes = serde_json::to_vec(&line).expect("a line of texts and numbers is JSON");
        bytes.push(b'\n');
        if let Err(error) = (&mut &**file).write_all(&bytes) {
            tracing::error!(%error, "could not write the journal");
        }
    }
}

impl Call {
    async fn end(mut self, result: impl Into<String>, file: Option<&Path>) {
        self.line.result = result.into();
        if let (Some(_), Some(path)) = (&self.journal.0, file) {
            let path = path.to_path_buf();
            let hashed = tokio::task::spawn_blocking(move || sha256(&path)).await;
            self.line.sha256 = hashed.ok().and_then(Result::ok);
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.journal.write(&self.line);
    }
}

fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hash, mut block) = (Sha256::new(), vec![0; 64 * 1024]);
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        hash.update(&block[..read]);
    }
}

fn fault_result(fault: &Fault) -> String {
    format!("fault: {}", fault.class.as_str())
}

/// A frame maker that writes the journal.
#[derive(Debug)]
pub(crate) struct JournaledFrames<M> {
    maker: M,
    journal: Journal,
}

impl<M: FrameMaker> JournaledFrames<M> {
    /// Wraps a maker.
    pub(crate) fn new(maker: M, journal: Journal) -> JournaledFrames<M> {
        JournaledFrames { maker, journal }
    }
}

#[async_trait]
impl<M: FrameMaker> FrameMaker for JournaledFrames<M> {
    fn name(&self) -> &str {
        self.maker.name()
    }

    async fn make(&self, request: &FrameRequest) -> Result<MadeFrame, Fault> {
        let call = self.journal.begin(Line {
            at_ms: 0,
            worker: Some(request.worker_id.clone()),
            claim_seq: Some(request.claim_seq),
            scenecode: Some(request.scenecode.to_string()),
            what: "frame",
            side: Some(request.side.as_str()),
            maker: self.name().to_owned(),
            result: "aborted".to_owned(),
            sha256: None,
            vdurl: None,
        });
        let answer = self.maker.make(request).await;
        match &answer {
            Ok(made) => call.end("made", Some(&made.path)).await,
            Err(fault) => call.end(fault_result(fault), None).await,
        }
        answer
    }

    async fn examine(&self) -> Result<String, Fault> {
        self.maker.examine().await
    }
}

/// A clip maker that writes the journal.
#[derive(Debug)]
pub(crate) struct JournaledClips<M> {
    maker: M,
    journal: Journal,
    /// What was submitted here, so that the line of a fetch can name the shot.
    submitted: Mutex<HashMap<String, Line>>,
}

impl<M: ClipMaker> JournaledClips<M> {
    /// Wraps a maker.
    pub(crate) fn new(maker: M, journal: Journal) -> JournaledClips<M> {
        JournaledClips { maker, journal, submitted: Mutex::default() }
    }

    fn line(&self, what: &'static str) -> Line {
        Line {
            at_ms: 0,
            worker: None,
            claim_seq: None,
            scenecode: None,
            what,
            side: None,
            maker: self.name().to_owned(),
            result: "aborted".to_owned(),
            sha256: None,
            vdurl: None,
        }
    }

    fn remember(&self, vdurl: &str, line: Line) {
        if self.journal.0.is_some() {
            let mut submitted = self.submitted.lock().unwrap_or_else(PoisonError::into_inner);
            submitted.insert(vdurl.to_owned(), line);
        }
    }

    fn recall(&self, vdurl: &str) -> Line {
        let submitted = self.submitted.lock().unwrap_or_else(PoisonError::into_inner);
        let known = submitted.get(vdurl).cloned();
        Line { vdurl: Some(vdurl.to_owned()), ..known.unwrap_or_else(|| self.line("fetch")) }
    }
}

#[async_trait]
impl<M: ClipMaker> ClipMaker for JournaledClips<M> {
    fn name(&self) -> &str {
        self.maker.name()
    }

    fn reach(&self) -> Reach {
        self.maker.reach()
    }

    fn is_free(&self) -> bool {
        self.maker.is_free()
    }

    async fn submit(&self, request: &ClipRequest) -> Result<Accepted, SubmitError> {
        let line = Line {
            worker: Some(request.worker_id.clone()),
            claim_seq: Some(request.claim_seq),
            scenecode: Some(request.scenecode.to_string()),
            ..self.line("submit")
        };
        self.journal.write(&Line { result: "asked".to_owned(), ..line.clone() });
        let mut call = self.journal.begin(line.clone());
        let answer = self.maker.submit(request).await;
        match &answer {
            Ok(accepted) => {
                call.line.vdurl = Some(accepted.vdurl.clone());
                self.remember(&accepted.vdurl, Line { what: "fetch", ..line });
                call.end("accepted", None).await;
            }
            Err(SubmitError::Fault(fault)) => call.end(fault_result(fault), None).await,
            Err(SubmitError::Unknown(_)) => call.end("unknown", None).await,
        }
        answer
    }

    async fn poll(&self, vdurl: &str, maker_ref: &str) -> Result<Polled, Fault> {
        self.maker.poll(vdurl, maker_ref).await
    }

    async fn fetch(&self, vdurl: &str, source: &str, out: &Path) -> Result<(), Fault> {
        let call = self.journal.begin(self.recall(vdurl));
        let answer = self.maker.fetch(vdurl, source, out).await;
        match &answer {
            Ok(()) => call.end("fetched", Some(out)).await,
            Err(fault) => call.end(fault_result(fault), None).await,
        }
        answer
    }

    async fn examine(&self) -> Result<String, Fault> {
        self.maker.examine().await
    }
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
