//! Asking platforms about submitted clips. Goes on while a worker drains: what is submitted is work that runs.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rushes_core::{Fault, FaultClass};
use rushes_makers::{ClipMaker, Polled, Reach};
use rushes_store::{NotFound, PollClaim};
use tokio::task::JoinSet;

use super::fetch::fetch;
use crate::farm::Farm;
use crate::held::{Holding, Key};
use crate::patience::until_answered;
use crate::published::Published;
use crate::stop::Level;

/// How many polls and fetches run at once.
const AT_ONCE: usize = 8;
/// How long asking may take.
const POLL_LIMIT: Duration = Duration::from_secs(30);

/// Polls until the worker stops; while it drains, until nothing is left that only this process can fetch.
pub(crate) async fn poll_loop(farm: Arc<Farm>, maker: Arc<dyn ClipMaker>) {
    let mut stop = farm.stop.watch();
    let mut polls: JoinSet<()> = JoinSet::new();
    loop {
        while polls.try_join_next().is_some() {}
        let level = stop.level();
        // Looked at first: a clip that is submitted after this look is seen by the count at the next round.
        let submits = farm.submits.load(Ordering::SeqCst);
        let ours = count_ours(&farm, maker.as_ref()).await;
        let nothing_comes = level == Level::Drain && ours == 0 && !submits;
        if polls.is_empty() && (level == Level::HandBack || nothing_comes) {
            return;
        }
        let free = AT_ONCE - polls.len();
        // Told to leave clips alone, it still fetches those that nobody else can.
        let takes_part = farm.stages().clips || ours > 0;
        if free > 0 && takes_part && level < Level::HandBack && farm.fence.is_open() {
            begin(&farm, &maker, free, &mut polls).await;
        }
        tokio::select! {
            () = tokio::time::sleep(farm.film.timing.poll.min(farm.film.timing.scan) / 2) => {}
            Some(_) = polls.join_next() => {}
            () = stop.above(level) => {}
        }
    }
}

/// How many clips only this process can fetch. Counted anew each time: a person may have taken some away.
async fn count_ours(farm: &Farm, maker: &dyn ClipMaker) -> usize {
    if maker.reach() == Reach::Anywhere {
        return 0;
    }
    if let Ok(count) = farm.store.clips_in_reach(&farm.holder().boot_id).await {
        farm.at_our_maker.store(count, Ordering::SeqCst);
    }
    farm.at_our_maker.load(Ordering::SeqCst)
}

async fn begin(farm: &Arc<Farm>, maker: &Arc<dyn ClipMaker>, free: usize, polls: &mut JoinSet<()>) {
    let claims = match farm.store.claim_polls(farm.holder(), &[maker.name()], free).await {
        Ok(claims) => claims,
        Err(error) => {
            farm.tell("could not look for polls", &error);
            return;
        }
    };
    for claim in claims {
        let key = Key::Clip { scenecode: claim.scenecode.clone(), claim_seq: claim.claim_seq };
        let holding = farm.held.hold(key);
        polls.spawn(poll(Arc::clone(farm), Arc::clone(maker), claim, holding));
    }
}

async fn poll(farm: Arc<Farm>, maker: Arc<dyn ClipMaker>, claim: PollClaim, mut holding: Holding) {
    let mut stop = farm.stop.watch();
    let published = Published::default();
    let work = async {
        let asked = tokio::time::timeout(POLL_LIMIT, maker.poll(&claim.vdurl, &claim.maker_ref)).await;
        let asked = asked.unwrap_or_else(|_| {
            Err(Fault::new(FaultClass::Down, format!("no answer within {POLL_LIMIT:?}")))
        });
        settle(&farm, maker.as_ref(), &claim, &published, asked).await;
        true
    };
    let settled = tokio::select! {
        settled = work => settled,
        () = holding.lost() => {
            tracing::warn!(scenecode = claim.scenecode.as_str(), claim = claim.claim_seq, "lost a poll");
            false
        }
        () = stop.reached(Level::HandBack) => false,
    };
    if !settled {
        published.withdraw(&farm).await;
    }
    drop(holding);
}

async fn settle(
    farm: &Farm,
    maker: &dyn ClipMaker,
    claim: &PollClaim,
    published: &Published,
    asked: Result<Polled, Fault>,
) {
    let wait = farm.film.timing.poll;
    match asked {
        Ok(Polled::Running) => {
            let (scenecode, seq) = (claim.scenecode.as_str(), claim.claim_seq);
            tracing::debug!(scenecode, claim = seq, vdurl = claim.vdurl, "the clip is being made");
            let _ = until_answered!(farm, farm.store.poll_running(claim, wait));
        }
        Ok(Polled::NotFound) => {
            let free = maker.is_free();
            let answer = until_answered!(farm, farm.store.poll_not_found(claim, wait, free));
            if matches!(answer, Some(NotFound::Lost | NotFound::Stale)) {
                farm.left_our_maker(maker);
            }
        }
        Ok(Polled::Finished { source }) => match fetch(farm, maker, claim, &source, published).await {
            Ok(()) => farm.left_our_maker(maker),
            Err(fault) => {
                published.withdraw(farm).await;
                fail(farm, maker, claim, &fault).await;
            }
        },
        Ok(Polled::Failed(fault)) | Err(fault) => fail(farm, maker, claim, &fault).await,
    }
}

async fn fail(farm: &Farm, maker: &dyn ClipMaker, claim: &PollClaim, fault: &Fault) {
    let (scenecode, seq) = (claim.scenecode.as_str(), claim.claim_seq);
    tracing::warn!(
        worker = farm.worker_id(),
        scenecode,
        claim = seq,
        class = fault.class.as_str(),
        error = fault.message,
        "clip not made"
    );
    farm.rest_after(fault, maker.name());
    let chance: f64 = rand::random();
    let _ = until_answered!(farm, farm.store.fail_poll(claim, fault, chance, &farm.film));
    if matches!(fault.class, FaultClass::Task | FaultClass::Refused) {
        farm.left_our_maker(maker);
    }
}

impl Farm {
    /// A clip is no longer in the hands of the maker inside this process.
    fn left_our_maker(&self, maker: &dyn ClipMaker) {
        if maker.reach() == Reach::Process {
            let less = |it: usize| Some(it.saturating_sub(1));
            let _ = self.at_our_maker.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
            self.wake.notify_waiters();
        }
    }
}
