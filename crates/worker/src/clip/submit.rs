//! Locking ready clips and submitting them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rushes_core::{Fault, FaultClass, Shot};
use rushes_makers::{Accepted, ClipMaker, ClipRequest, Reach, SubmitError};
use rushes_store::{Answer, ClipLock, Error, LockEnding, Locked};
use tokio::task::JoinSet;

use crate::clock::BootClock;
use crate::farm::Farm;
use crate::frames::chain;
use crate::held::{Holding, Key};
use crate::patience::until_answered;
use crate::rest::From;
use crate::spool::{SpooledAnswer, SpooledSubmission};
use crate::step::{Step, reach};
use crate::stop::Level;

/// A call begins at most this long after its intent was committed.
const INTENT_GOOD_FOR: Duration = Duration::from_secs(5);
/// A submitting call takes no longer than this, well below the ten minutes of a lock.
const SUBMIT_LIMIT: Duration = Duration::from_secs(120);
/// How many calls run at once.
const AT_ONCE: usize = 4;

/// Says, however it ends, that nothing is submitted any more.
struct Submitting(Arc<Farm>);

impl Drop for Submitting {
    fn drop(&mut self) {
        self.0.submits.store(false, Ordering::SeqCst);
        self.0.wake.notify_waiters();
    }
}

/// Locks and submits while it may, until the worker stops.
pub(crate) async fn submit_loop(farm: Arc<Farm>, maker: Arc<dyn ClipMaker>) {
    let _submitting = Submitting(Arc::clone(&farm));
    let mut stop = farm.stop.watch();
    let mut calls: JoinSet<()> = JoinSet::new();
    while stop.level() == Level::Run {
        while calls.try_join_next().is_some() {}
        let begun = may_submit(&farm, maker.as_ref(), calls.len()) && begin(&farm, &maker, &mut calls).await;
        if begun {
            continue;
        }
        tokio::select! {
            () = tokio::time::sleep(farm.film.timing.scan) => {}
            () = farm.wake.notified() => {}
            Some(_) = calls.join_next() => {}
            () = stop.reached(Level::Drain) => {}
        }
    }
    while calls.join_next().await.is_some() {}
}

fn may_submit(farm: &Farm, maker: &dyn ClipMaker, calls: usize) -> bool {
    let resting = farm.rests.resting(&From::Maker(maker.name().to_owned())).is_some();
    // A maker inside this process is given a little more than it can make at once, so that it never waits for us.
    let ours = farm.at_our_maker.load(Ordering::SeqCst) + calls;
    let room = maker.reach() == Reach::Anywhere || ours < farm.slots() * 2 + 2;
    calls < AT_ONCE && farm.stages().clips && room && !resting && farm.closed().is_none()
}

/// Locks one clip and begins its call; says whether there was one.
async fn begin(farm: &Arc<Farm>, maker: &Arc<dyn ClipMaker>, calls: &mut JoinSet<()>) -> bool {
    match farm.store.lock_clip(farm.holder(), maker.name(), &farm.film).await {
        Ok(Locked::Lock(lock)) => {
            let locked = BootClock::now();
            let key = Key::Clip { scenecode: lock.scenecode.clone(), claim_seq: lock.claim_seq };
            let holding = farm.held.hold(key);
            let (scenecode, claim) = (lock.scenecode.as_str(), lock.claim_seq);
            tracing::debug!(worker = farm.worker_id(), scenecode, claim, maker = lock.maker, "locked a clip");
            calls.spawn(submit(Arc::clone(farm), Arc::clone(maker), lock, locked, holding));
            true
        }
        Ok(Locked::Nothing | Locked::MakerFull | Locked::MakerPaused { .. } | Locked::CapReached) => false,
        Err(error) => {
            farm.tell("could not lock a clip", &error);
            false
        }
    }
}

async fn submit(
    farm: Arc<Farm>,
    maker: Arc<dyn ClipMaker>,
    lock: ClipLock,
    locked: BootClock,
    holding: Holding,
) {
    let written = match call(&farm, maker.as_ref(), &lock, locked).await {
        Ok(accepted) => accept(&farm, maker.as_ref(), &lock, accepted).await,
        Err(ending) => end(&farm, maker.name(), &lock, ending).await,
    };
    // A platform's id that is not in the database stays in the spool: the next start finds it there.
    if written {
        farm.spool.forget_submission(lock.submission);
    }
    drop(holding);
}

/// Everything up to the platform's answer; whatever is not an id is an ending.
async fn call(
    farm: &Farm,
    maker: &dyn ClipMaker,
    lock: &ClipLock,
    locked: BootClock,
) -> Result<Accepted, LockEnding> {
    let request = prepare(farm, lock).await?;
    note(farm, lock, None).map_err(fault)?;
    match farm.store.submission_sent(lock).await {
        Ok(Answer::Applied | Answer::Already) => {}
        Ok(Answer::Stale | Answer::Gone) | Err(_) => return Err(LockEnding::NotSent),
    }
    // The intent may be old: this machine may have slept since, or the database may have been slow. And a farm that no
    // longer answers may have given the shot to somebody else. Nothing is waited for between this look and the call.
    if locked.elapsed() > INTENT_GOOD_FOR || !farm.fence.is_open() {
        return Err(LockEnding::NotSent);
    }
    match tokio::time::timeout(SUBMIT_LIMIT, maker.submit(&request)).await {
        Ok(Ok(accepted)) => Ok(accepted),
        Ok(Err(SubmitError::Fault(error))) => Err(fault(error)),
        Ok(Err(SubmitError::Unknown(message))) => Err(LockEnding::Unknown { message }),
        Err(_) => Err(LockEnding::Unknown { message: format!("no answer within {SUBMIT_LIMIT:?}") }),
    }
}

async fn prepare(farm: &Farm, lock: &ClipLock) -> Result<ClipRequest, LockEnding> {
    let away = |error: Error| fault(Fault::new(FaultClass::Machine, chain(&error)));
    let shot = farm.store.shot(&lock.scenecode).await.map_err(away)?;
    let shot = shot
        .ok_or_else(|| fault(Fault::new(FaultClass::Refused, "the storyboard has no row for this clip")))?;
    let aiwords = if lock.aiwords.is_empty() { words_of(&shot) } else { lock.aiwords.clone() };
    if lock.aiwords.is_empty() {
        farm.store.fill_aiwords(lock, &aiwords).await.map_err(away)?;
    }
    let file = |path: &str| {
        let resolved =
            farm.media.resolve(path).map_err(|error| fault(Fault::new(error.fault(), chain(&error))))?;
        let there = resolved.is_file();
        // On a share a file can be a moment late; that is never the shot's fault.
        there
            .then_some(resolved)
            .ok_or_else(|| fault(Fault::new(FaultClass::Machine, format!("`{path}` is not there yet"))))
    };
    Ok(ClipRequest {
        scenecode: lock.scenecode.clone(),
        chapter: shot.chapter,
        aiwords,
        first: file(&lock.firstpic)?,
        last: file(&lock.secondpic)?,
        width: farm.film.width,
        height: farm.film.height,
        fps: farm.film.fps,
        duration: shot.duration,
        claim_seq: lock.claim_seq,
        worker_id: farm.worker_id().to_owned(),
        limit: SUBMIT_LIMIT,
    })
}

/// The video prompt of a shot: the storyboard's, or one made from what its frames show.
fn words_of(shot: &Shot) -> String {
    if !shot.aiwords.is_empty() {
        return shot.aiwords.clone();
    }
    if shot.first_prompt == shot.last_prompt {
        return shot.first_prompt.clone();
    }
    format!("{} -> {}", shot.first_prompt, shot.last_prompt)
}

fn fault(fault: Fault) -> LockEnding {
    LockEnding::Fault { fault, chance: rand::random() }
}

fn note(farm: &Farm, lock: &ClipLock, answer: Option<SpooledAnswer>) -> Result<(), Fault> {
    let noted = SpooledSubmission {
        submission: lock.submission,
        scenecode: lock.scenecode.to_string(),
        claim_seq: lock.claim_seq,
        maker: lock.maker.clone(),
        answer,
    };
    farm.spool.note_submission(&noted).map_err(|error| Fault::new(FaultClass::Machine, chain(&error)))
}

/// Writes the platform's id; says whether the database has it.
async fn accept(farm: &Farm, maker: &dyn ClipMaker, lock: &ClipLock, accepted: Accepted) -> bool {
    let only_here = maker.reach() == Reach::Process;
    let answer = SpooledAnswer {
        vdurl: accepted.vdurl,
        maker_ref: accepted.maker_ref,
        reach: only_here.then(|| farm.holder().boot_id.to_string()),
        cost: accepted.cost,
        currency: accepted.currency,
        free: maker.is_free(),
    };
    if let Err(error) = note(farm, lock, Some(answer.clone())) {
        tracing::warn!(%error, "the platform's answer is not in the spool");
    }
    reach(Step::Answered);
    let clip = answer.into_clip();
    let (scenecode, claim) = (lock.scenecode.as_str(), lock.claim_seq);
    let answer = until_answered!(farm, farm.store.accept_clip(lock, &clip, &farm.film));
    if answer == Some(Answer::Applied) && only_here {
        farm.at_our_maker.fetch_add(1, Ordering::SeqCst);
    }
    farm.rests.succeeded(&From::Maker(maker.name().to_owned()));
    reach(Step::Submitted);
    tracing::info!(worker = farm.worker_id(), scenecode, claim, vdurl = clip.vdurl, "submitted");
    answer.is_some()
}

/// Gives the lock back; says whether the database knows.
async fn end(farm: &Farm, maker: &str, lock: &ClipLock, ending: LockEnding) -> bool {
    if let LockEnding::Fault { fault, .. } = &ending {
        let (scenecode, claim) = (lock.scenecode.as_str(), lock.claim_seq);
        tracing::warn!(
            worker = farm.worker_id(),
            scenecode,
            claim,
            class = fault.class.as_str(),
            error = fault.message,
            "not submitted"
        );
        farm.rest_after(fault, maker);
    }
    until_answered!(farm, farm.store.end_lock(lock, &ending, &farm.film)).is_some()
}

impl Farm {
    /// What a clip's fault means for this worker; what it means for all is written with the row.
    pub(super) fn rest_after(&self, fault: &Fault, maker: &str) {
        self.end_after_a_fault();
        match fault.class {
            FaultClass::Down => self.rests.failed(From::Maker(maker.to_owned()), &fault.message),
            FaultClass::Machine => self.rests.failed(From::Machine, &fault.message),
            FaultClass::Task | FaultClass::Refused | FaultClass::Busy | FaultClass::Money => {}
        }
    }
}
