//! Clips: a move from the first to the last frame, made in the background of this process as a platform would.
//!
//! A submitted clip is a job: it waits for a free processor, runs on a blocking thread, and leaves a file in a folder
//! that goes away with the maker. Fetching takes the file; whoever polls again after that has it made again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use rushes_core::{Fault, FaultClass};
use tempfile::TempDir;
use tokio::sync::Semaphore;

use crate::video::{Format, Movement, render_move};
use crate::{Accepted, ClipMaker, ClipRequest, Error, Polled, Reach, SubmitError};

/// Makes clips in this process.
#[derive(Debug)]
pub(crate) struct AnimaticClips {
    studio: Arc<Studio>,
}

/// What the maker and its jobs share; the jobs end when the maker is gone.
#[derive(Debug)]
struct Studio {
    folder: TempDir,
    seats: Semaphore,
    stop: Arc<AtomicBool>,
    jobs: Mutex<HashMap<String, Job>>,
}

#[derive(Debug)]
struct Job {
    request: ClipRequest,
    state: State,
}

#[derive(Debug)]
enum State {
    Running,
    Finished,
    Fetched,
    Failed(Fault),
}

impl AnimaticClips {
    /// Opens the folder for finished clips.
    pub(crate) fn new() -> Result<AnimaticClips, Error> {
        let folder = tempfile::Builder::new().prefix("rushes-clips-").tempdir();
        let folder = folder.map_err(Error::file("make a folder in", &std::env::temp_dir()))?;
        let seats = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let studio =
            Studio { folder, seats: Semaphore::new(seats), stop: Arc::default(), jobs: Mutex::default() };
        Ok(AnimaticClips { studio: Arc::new(studio) })
    }

    /// Starts or restarts a job, whose row is there.
    fn start(&self, id: String, request: ClipRequest) {
        let studio = self.studio.clone();
        tokio::spawn(async move {
            let answer = studio.make(&id, request).await;
            if let Some(job) = studio.jobs().get_mut(&id) {
                job.state = answer.map_or_else(State::Failed, |()| State::Finished);
            }
        });
    }
}

impl Studio {
    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.path().join(format!("{id}.mp4"))
    }

    async fn make(&self, id: &str, request: ClipRequest) -> Result<(), Fault> {
        let _seat = self.seats.acquire().await.map_err(|_| Error::Stopped.into_fault())?;
        let (out, stop) = (self.file(id), self.stop.clone());
        let made = tokio::task::spawn_blocking(move || render(&request, &out, &stop)).await;
        made.map_err(|error| Fault::new(FaultClass::Task, format!("could not make a clip: {error}")))?
            .map_err(Error::into_fault)
    }
}

fn render(request: &ClipRequest, out: &Path, stop: &AtomicBool) -> Result<(), Error> {
    let format = Format::new(request.width, request.height, request.fps, request.duration)?;
    let movement = Movement::of(request.scenecode.as_str());
    render_move([&request.first, &request.last], &format, movement, out, stop)
}

impl Drop for AnimaticClips {
    fn drop(&mut self) {
        self.studio.stop.store(true, Ordering::Relaxed);
        self.studio.seats.close();
    }
}

#[async_trait]
impl ClipMaker for AnimaticClips {
    fn name(&self) -> &str {
        "animatic"
    }

    fn reach(&self) -> Reach {
        Reach::Process
    }

    fn is_free(&self) -> bool {
        true
    }

    async fn submit(&self, request: &ClipRequest) -> Result<Accepted, SubmitError> {
        Format::new(request.width, request.height, request.fps, request.duration)
            .map_err(Error::into_fault)?;
        let id = format!("animatic-{}", uuid::Uuid::now_v7());
        let job = Job { request: request.clone(), state: State::Running };
        self.studio.jobs().insert(id.clone(), job);
        self.start(id.clone(), request.clone());
        Ok(Accepted { vdurl: id, maker_ref: String::new(), cost: None, currency: None })
    }

    async fn poll(&self, vdurl: &str, _maker_ref: &str) -> Result<Polled, Fault> {
        let mut jobs = self.studio.jobs();
        let again = match jobs.get_mut(vdurl) {
            None => return Ok(Polled::NotFound),
            Some(job) => match &job.state {
                State::Running => return Ok(Polled::Running),
                State::Failed(fault) => {
                    let fault = fault.clone();
                    // What this machine could not do is told once. The next poll finds no job, and the clip is made
                    // anew when the machine can.
                    if fault.class == FaultClass::Machine {
                        jobs.remove(vdurl);
                    }
                    return Ok(Polled::Failed(fault));
                }
                State::Finished => {
                    return Ok(Polled::Finished { source: self.studio.file(vdurl).display().to_string() });
                }
                State::Fetched => {
                    job.state = State::Running;
                    job.request.clone()
                }
            },
        };
        drop(jobs);
        self.start(vdurl.to_owned(), again);
        Ok(Polled::Running)
    }

    async fn fetch(&self, vdurl: &str, _source: &str, out: &Path) -> Result<(), Fault> {
        let finished = matches!(self.studio.jobs().get(vdurl), Some(Job { state: State::Finished, .. }));
        if !finished {
            let text = format!("expected `{vdurl}` to be a finished clip of this process, it is not");
            return Err(Fault::new(FaultClass::Task, text));
        }
        let from = self.studio.file(vdurl);
        take(&from, out).await.map_err(|source| Error::file("fetch a clip to", out)(source).into_fault())?;
        if let Some(job) = self.studio.jobs().get_mut(vdurl) {
            job.state = State::Fetched;
        }
        Ok(())
    }

    async fn examine(&self) -> Result<String, Fault> {
        let seats = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(format!("encodes H.264 in this process, at most {seats} clips at once"))
    }
}

/// Moves a file, also to another file system.
async fn take(from: &Path, to: &Path) -> std::io::Result<()> {
    if tokio::fs::rename(from, to).await.is_ok() {
        return Ok(());
    }
    tokio::fs::copy(from, to).await?;
    tokio::fs::remove_file(from).await
}

#[cfg(test)]
#[path = "clips_tests.rs"]
mod tests;
