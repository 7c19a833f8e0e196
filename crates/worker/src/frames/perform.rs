//! One claim from its beginning to its end.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rushes_core::{Fault, FaultClass};
use rushes_makers::FrameMaker;
use rushes_media::file_stem;
use rushes_store::{Answer, Frames, ImageClaim, ImageEnd, ImageEnding};

use super::make::{Work, make_both, place_made};
use crate::farm::Farm;
use crate::held::Holding;
use crate::published::Published;
use crate::rest::From;
use crate::step::{Step, reach};
use crate::stop::Level;

/// How long a maker without credit or key is left alone by the whole farm.
const MONEY_PAUSE: Duration = Duration::from_secs(3600);
/// How long a busy maker is left alone if it does not say.
const BUSY_PAUSE: Duration = Duration::from_secs(5);
/// So long what was made waits for a machine that cannot write.
const PLACE_LIMIT: Duration = Duration::from_secs(1800);
/// A row that found its maker down so often, while others succeeded in between, is charged.
const DOWNS_UNTIL_CHARGED: u64 = 2;

/// How the work on a claim ended.
enum Ended {
    Made(Frames),
    Fault(Fault),
    /// The row is no longer ours: nothing is written.
    Lost,
    /// The worker hands back what it holds.
    HandBack,
}

/// Makes and confirms the frames of one claim.
pub(super) async fn perform(farm: Arc<Farm>, claim: ImageClaim, mut holding: Holding) {
    reach(Step::Claimed);
    let (scenecode, seq, tasktype) = (claim.scenecode.as_str(), claim.claim_seq, claim.tasktype.as_str());
    tracing::debug!(worker = farm.worker_id(), scenecode, claim = seq, tasktype, "claimed");
    let Some(maker) = farm.frame_maker(&claim.tasktype).cloned() else {
        return hand_back(&farm, claim, "").await;
    };
    farm.making.fetch_add(1, Ordering::Relaxed);
    let published = Published::default();
    let (claim, ended) = work(&farm, claim, maker.as_ref(), &mut holding, &published).await;
    if !matches!(ended, Ended::Made(_)) {
        published.withdraw(&farm).await;
    }
    let name = maker.name();
    let (scenecode, seq, worker) = (claim.scenecode.to_string(), claim.claim_seq, farm.worker_id());
    match ended {
        Ended::Made(frames) => confirm(&farm, claim, frames, name).await,
        Ended::Fault(fault) => fail(&farm, claim, fault, name).await,
        Ended::HandBack => hand_back(&farm, claim, name).await,
        Ended::Lost => {
            farm.spool.forget(&farm.spool.folder_of(claim.taskid, seq));
            tracing::warn!(worker, scenecode, claim = seq, "dropped: somebody else has this shot now");
        }
    }
    farm.making.fetch_sub(1, Ordering::Relaxed);
    drop(holding);
}

async fn work(
    farm: &Arc<Farm>,
    mut claim: ImageClaim,
    maker: &dyn FrameMaker,
    holding: &mut Holding,
    published: &Published,
) -> (ImageClaim, Ended) {
    match farm.store.begin_image(&claim).await {
        Ok((Answer::Applied, now)) => claim.started_at = Some(now),
        Ok(_) => return (claim, Ended::Lost),
        Err(error) => {
            tracing::warn!(scenecode = claim.scenecode.as_str(), %error, "could not begin");
            return (claim, Ended::HandBack);
        }
    }
    let ended = match make_and_place(farm, &claim, maker, holding, published).await {
        Ok(frames) => Ended::Made(frames),
        Err(ended) => ended,
    };
    (claim, ended)
}

/// Makes within the type's limit, and places within another: a share that is away is not the maker's fault.
async fn make_and_place(
    farm: &Arc<Farm>,
    claim: &ImageClaim,
    maker: &dyn FrameMaker,
    holding: &mut Holding,
    published: &Published,
) -> Result<Frames, Ended> {
    let limit = farm.film.timing.limit_of(&claim.tasktype);
    let late = Fault::new(FaultClass::Task, format!("took longer than the limit of {limit:?}"));
    let work = Work { farm, claim, maker, limit };
    let (folder, made) = while_ours(farm, holding, (limit, late), make_both(&work)).await?;
    let late = Fault::new(FaultClass::Machine, "the media folder did not take what was made");
    let placing = place_made(farm, claim, published, &folder, &made);
    let frames = while_ours(farm, holding, (PLACE_LIMIT, late), placing).await?;
    reach(Step::Placed);
    let (scenecode, seq) = (claim.scenecode.as_str(), claim.claim_seq);
    tracing::debug!(
        scenecode,
        claim = seq,
        first = frames.firstpic,
        last = frames.secondpic,
        "placed both frames"
    );
    Ok(frames)
}

/// Works until the limit is over, the claim is lost or the worker hands back.
async fn while_ours<T>(
    farm: &Farm,
    holding: &mut Holding,
    (limit, late): (Duration, Fault),
    work: impl Future<Output = Result<T, Fault>>,
) -> Result<T, Ended> {
    holding.limit(limit);
    let mut stop = farm.stop.watch();
    tokio::select! {
        done = tokio::time::timeout(limit, work) => done.unwrap_or(Err(late)).map_err(Ended::Fault),
        () = holding.lost() => Err(Ended::Lost),
        () = stop.reached(Level::HandBack) => Err(Ended::HandBack),
    }
}

async fn confirm(farm: &Farm, claim: ImageClaim, frames: Frames, maker: &str) {
    let (scenecode, seq) = (claim.scenecode.clone(), claim.claim_seq);
    let replaced: Vec<String> = claim
        .named_before
        .iter()
        .filter(|it| **it != frames.firstpic && **it != frames.secondpic)
        .cloned()
        .collect();
    let named = vec![frames.firstpic.clone(), frames.secondpic.clone()];
    let tasktype = claim.tasktype.to_string();
    let folder = farm.spool.folder_of(claim.taskid, claim.claim_seq);
    let end = ImageEnd { claim, ending: ImageEnding::Confirm(frames), maker: maker.to_owned() };
    // Without an answer the result stays in the spool: the next start confirms it.
    let Some(answer) = farm.confirmer.end(end).await else { return };
    farm.spool.forget(&folder);
    match answer {
        Answer::Applied | Answer::Already => {
            farm.rests.succeeded(&From::Maker(maker.to_owned()));
            farm.rests.succeeded(&From::Type(tasktype));
            farm.rests.succeeded(&From::Machine);
            farm.spool.drop_kept(&file_stem(&scenecode));
            farm.remove_files(replaced).await;
            if seq > 1 {
                farm.remove_earlier(named).await;
            }
            farm.wake.notify_waiters();
            tracing::info!(
                worker = farm.worker_id(),
                scenecode = scenecode.as_str(),
                claim = seq,
                "frames done"
            );
        }
        Answer::Stale | Answer::Gone => {
            farm.remove_files(named).await;
            tracing::warn!(
                worker = farm.worker_id(),
                scenecode = scenecode.as_str(),
                claim = seq,
                "stale: result dropped"
            );
        }
    }
}

async fn fail(farm: &Farm, claim: ImageClaim, fault: Fault, maker: &str) {
    let fault = judge(farm, &claim, fault, maker).await;
    tracing::warn!(
        worker = farm.worker_id(),
        scenecode = claim.scenecode.as_str(),
        claim = claim.claim_seq,
        class = fault.class.as_str(),
        error = fault.message,
        "frames not made"
    );
    react(farm, &fault, maker, claim.tasktype.as_str()).await;
    farm.end_after_a_fault();
    let folder = farm.spool.folder_of(claim.taskid, claim.claim_seq);
    let ending = ImageEnding::Fault { fault, chance: rand::random() };
    farm.confirmer.end(ImageEnd { claim, ending, maker: maker.to_owned() }).await;
    farm.spool.forget(&folder);
}

/// A row that brings its maker down each time, while others succeed there, is itself at fault.
async fn judge(farm: &Farm, claim: &ImageClaim, fault: Fault, maker: &str) -> Fault {
    if fault.class != FaultClass::Down {
        return fault;
    }
    match farm.store.downs_among_successes(&claim.scenecode, maker).await {
        Ok(downs) if downs >= DOWNS_UNTIL_CHARGED => Fault { class: FaultClass::Task, ..fault },
        Ok(_) => fault,
        Err(error) => {
            tracing::warn!(%error, "could not look how often this shot found its maker down");
            fault
        }
    }
}

/// What a fault means for the maker and for this worker, beside what it means for the row.
async fn react(farm: &Farm, fault: &Fault, maker: &str, tasktype: &str) {
    match fault.class {
        FaultClass::Task => farm.rests.failed(From::Type(tasktype.to_owned()), &fault.message),
        FaultClass::Refused => {}
        FaultClass::Down => farm.rests.failed(From::Maker(maker.to_owned()), &fault.message),
        FaultClass::Machine => farm.rests.failed(From::Machine, &fault.message),
        FaultClass::Busy | FaultClass::Money => {
            let pause = Some(fault.retry_after.unwrap_or(pause_of(fault.class)));
            if let Err(error) = farm.store.heed_fault(maker, &fault.clone().after(pause)).await {
                tracing::warn!(%error, "could not pause a maker for the farm");
            }
        }
    }
}

fn pause_of(class: FaultClass) -> Duration {
    if class == FaultClass::Money { MONEY_PAUSE } else { BUSY_PAUSE }
}

/// Gives a claim back unmade and uncharged.
pub(super) async fn hand_back(farm: &Farm, claim: ImageClaim, maker: &str) {
    tracing::info!(
        worker = farm.worker_id(),
        scenecode = claim.scenecode.as_str(),
        claim = claim.claim_seq,
        "handed back"
    );
    let folder = farm.spool.folder_of(claim.taskid, claim.claim_seq);
    farm.confirmer.end(ImageEnd { claim, ending: ImageEnding::Release, maker: maker.to_owned() }).await;
    farm.spool.forget(&folder);
}
