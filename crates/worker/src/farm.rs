//! What all loops of one worker share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize};
use std::sync::{Arc, Mutex};

use rushes_core::{ActiveHours, Affinity, Film, TaskType, TypeLoad};
use rushes_makers::{ClipMaker, FrameMaker};
use rushes_media::MediaRoot;
use rushes_store::{Holder, Store, WorkerInfo};
use tokio::sync::Notify;

use crate::clock::BootClock;
use crate::confirm::Confirmer;
use crate::gate::Fence;
use crate::held::HeldClaims;
use crate::rest::Rests;
use crate::spool::Spool;
use crate::stop::StopHandle;
use crate::tuned::Tuned;

/// Which halves of a shot's way a worker takes part in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stages {
    /// Making frames.
    pub frames: bool,
    /// Submitting and polling clips.
    pub clips: bool,
}

/// What a worker is told about itself.
#[derive(Debug, Clone)]
pub struct Config {
    /// Its id and this start of it.
    pub holder: Holder,
    /// What the farm shows of it.
    pub info: WorkerInfo,
    /// What it prefers.
    pub affinity: Affinity,
    /// How many shots it makes frames for at once.
    pub slots: usize,
    /// What it takes part in.
    pub stages: Stages,
    /// Its own folder.
    pub spool: PathBuf,
    /// Below this much free space on the media root it claims nothing.
    pub disk_floor: u64,
    /// When it may begin something new; always, if it has none.
    pub hours: Option<ActiveHours>,
    /// Whether it ends once every shot has ended.
    pub until_done: bool,
    /// Whether it ends with the first fault, for a person who waits and looks.
    pub one_try: bool,
}

/// The makers that work on this machine.
#[derive(Debug, Default)]
pub struct Makers {
    /// Those for frames, by the name that the film knows them by.
    pub frames: HashMap<String, Arc<dyn FrameMaker>>,
    /// The one for clips.
    pub clips: Option<Arc<dyn ClipMaker>>,
}

#[derive(Debug)]
pub(crate) struct Farm {
    pub(crate) config: Config,
    pub(crate) film: Film,
    pub(crate) store: Store,
    pub(crate) media: MediaRoot,
    pub(crate) makers: Makers,
    pub(crate) spool: Spool,
    pub(crate) held: HeldClaims,
    pub(crate) rests: Rests,
    pub(crate) fence: Fence,
    pub(crate) stop: StopHandle,
    pub(crate) confirmer: Confirmer,
    /// What is wanted of this worker: "", "pause" or "drain".
    pub(crate) wanted: Mutex<String>,
    /// How it works now.
    pub(crate) tuned: Mutex<Tuned>,
    /// The type that it claims now.
    pub(crate) current_type: Mutex<String>,
    /// What each type still had when it was last counted.
    pub(crate) loads: Mutex<Option<(BootClock, Vec<TypeLoad>)>>,
    /// Shots whose frames are being made.
    pub(crate) making: AtomicUsize,
    /// Clips that only this process can poll and fetch.
    pub(crate) at_our_maker: AtomicUsize,
    /// Whether clips may still be submitted here: polling goes on until then.
    pub(crate) submits: AtomicBool,
    /// Whether a task runs alone, after it cost other workers their life.
    pub(crate) alone: AtomicBool,
    /// When each loop last said that the database is away.
    pub(crate) told: Mutex<HashMap<&'static str, BootClock>>,
    pub(crate) free_bytes: AtomicI64,
    /// Why the media folder could not be looked at, until it can be.
    pub(crate) no_media: Mutex<Option<String>>,
    /// Something became ready: look now instead of at the next scan.
    pub(crate) wake: Notify,
}

impl Farm {
    pub(crate) fn holder(&self) -> &Holder {
        &self.config.holder
    }

    /// The maker that serves a task type on this machine, if there is one.
    pub(crate) fn frame_maker(&self, tasktype: &TaskType) -> Option<&Arc<dyn FrameMaker>> {
        self.makers.frames.get(self.film.frame_maker(tasktype)?)
    }

    pub(crate) fn worker_id(&self) -> &str {
        self.config.holder.worker_id.as_str()
    }
}
