//! What can be changed of a worker while it runs: the types that it prefers, its stages, its slots. Its row in the
//! database says it: a start writes its own settings there, a person others, and each beat reads them.

use std::sync::PoisonError;

use rushes_core::{Affinity, TaskType};
use rushes_store::BeatAnswer;

use crate::farm::{Config, Farm, Stages};

/// How a worker works now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tuned {
    affinity: Affinity,
    stages: Stages,
    slots: usize,
}

impl Tuned {
    /// As it was started.
    pub(crate) fn of(config: &Config) -> Tuned {
        Tuned { affinity: config.affinity.clone(), stages: config.stages, slots: config.slots }
    }

    /// What a person wants of it; words that nobody knows are passed over.
    fn wanted(answer: &BeatAnswer, config: &Config) -> Tuned {
        let prefers = answer.prefers.split(',').filter_map(|it| TaskType::new(it.trim()).ok()).collect();
        let named = |word| answer.stages.split(',').any(|it| it.trim() == word);
        Tuned {
            affinity: Affinity { prefers, only: config.affinity.only.clone() },
            stages: Stages { frames: named("frames"), clips: named("clips") },
            slots: usize::try_from(answer.slots).unwrap_or(usize::MAX).max(1),
        }
    }

    /// In words, where it differs from how the worker was started.
    fn words(&self, config: &Config) -> Vec<String> {
        let mut words = Vec::new();
        if self.affinity != config.affinity {
            let prefers: Vec<&str> = self.affinity.prefers.iter().map(TaskType::as_str).collect();
            words.push(format!(
                "prefers {}",
                if prefers.is_empty() { "any".to_owned() } else { prefers.join(",") }
            ));
        }
        let stages = [
            ("frames", self.stages.frames, config.stages.frames),
            ("clips", self.stages.clips, config.stages.clips),
        ];
        for (stage, wanted, started) in stages {
            match (wanted, started) {
                (false, true) => words.push(format!("no {stage}")),
                (true, false) => words.push(format!("no {stage}: it was started without them")),
                (true, true) | (false, false) => {}
            }
        }
        if self.slots != config.slots {
            words.push(format!("slots {}", self.slots));
        }
        words
    }
}

impl Farm {
    fn tuned<T>(&self, read: impl FnOnce(&Tuned) -> T) -> T {
        read(&self.tuned.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Which types it claims, and in what order.
    pub(crate) fn affinity(&self) -> Affinity {
        self.tuned(|it| it.affinity.clone())
    }

    /// What it takes part in now: never more than what it was started with, for it has no makers for the rest.
    pub(crate) fn stages(&self) -> Stages {
        let (now, started) = (self.tuned(|it| it.stages), self.config.stages);
        Stages { frames: now.frames && started.frames, clips: now.clips && started.clips }
    }

    /// How many shots it makes frames for at once.
    pub(crate) fn slots(&self) -> usize {
        self.tuned(|it| it.slots)
    }

    /// What a person has changed since it was started, in words.
    pub(crate) fn told(&self) -> Option<String> {
        let words = self.tuned(|it| it.words(&self.config));
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// Takes over what a beat read.
    pub(crate) fn tune(&self, answer: &BeatAnswer) {
        let wanted = Tuned::wanted(answer, &self.config);
        let mut tuned = self.tuned.lock().unwrap_or_else(PoisonError::into_inner);
        if *tuned == wanted {
            return;
        }
        *tuned = wanted;
        let told = tuned.words(&self.config).join(", ");
        drop(tuned);
        tracing::info!(worker = self.worker_id(), told, "works differently now");
        self.wake.notify_waiters();
    }
}
