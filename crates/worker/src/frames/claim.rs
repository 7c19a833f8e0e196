//! The one loop of a process that claims image tasks.

use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use rushes_core::{TaskType, TypeLoad};
use rushes_store::{Error, ImageClaim};
use tokio::task::JoinSet;

use super::perform::{hand_back, perform};
use crate::clock::BootClock;
use crate::farm::Farm;
use crate::held::{Holding, Key};
use crate::rest::From;
use crate::stop::Level;

/// Claims while there are free slots, until the worker stops and everything that runs has ended.
pub(crate) async fn claim_loop(farm: Arc<Farm>) {
    let mut stop = farm.stop.watch();
    let mut tasks: JoinSet<()> = JoinSet::new();
    loop {
        while tasks.try_join_next().is_some() {}
        let level = stop.level();
        if level >= Level::Drain && tasks.is_empty() {
            return;
        }
        let free = farm.slots().saturating_sub(tasks.len());
        let mut full = false;
        if free > 0 && farm.stages().frames && farm.closed().is_none() {
            full = begin(&farm, free, &mut tasks).await == free;
        }
        if full {
            continue;
        }
        tokio::select! {
            () = tokio::time::sleep(farm.film.timing.scan) => {}
            () = farm.wake.notified() => {}
            Some(_) = tasks.join_next() => {}
            () = stop.above(level) => {}
        }
    }
}

/// Claims for the free slots and begins what was claimed; says how many it was.
async fn begin(farm: &Arc<Farm>, free: usize, tasks: &mut JoinSet<()>) -> usize {
    let claims = match claim(farm, free).await {
        Ok(claims) => claims,
        Err(error) => {
            farm.tell("could not claim", &error);
            return 0;
        }
    };
    let begun = claims.len();
    // Every claim is registered before the first of them is waited for, so that the beat knows them all.
    let held: Vec<(ImageClaim, Holding)> = claims
        .into_iter()
        .map(|claim| {
            let key = Key::Image { taskid: claim.taskid, claim_seq: claim.claim_seq };
            let holding = farm.held.hold(key);
            (claim, holding)
        })
        .collect();
    for (claim, holding) in held {
        if claim.alone {
            alone(farm, claim, holding, tasks).await;
        } else {
            tasks.spawn(perform(Arc::clone(farm), claim, holding));
        }
    }
    begun
}

/// A task that cost workers their life runs when nothing else does, and nothing else begins beside it.
async fn alone(farm: &Arc<Farm>, claim: ImageClaim, holding: Holding, tasks: &mut JoinSet<()>) {
    tracing::warn!(
        scenecode = claim.scenecode.as_str(),
        claim = claim.claim_seq,
        "runs alone: it stopped workers before"
    );
    farm.alone.store(true, Ordering::SeqCst);
    while tasks.join_next().await.is_some() {}
    if farm.stop.watch().level() == Level::Run {
        perform(Arc::clone(farm), claim, holding).await;
    } else {
        hand_back(farm, claim, "").await;
    }
    farm.alone.store(false, Ordering::SeqCst);
}

async fn claim(farm: &Farm, free: usize) -> Result<Vec<ImageClaim>, Error> {
    let mut claims = farm.store.adopt_images(farm.holder(), free).await?;
    for look in [Look::Known, Look::Fresh] {
        let Some(loads) = loads(farm, look).await? else { continue };
        let (types, probe) = order(farm, loads).await?;
        let wanted = if probe { free.min(1) } else { free };
        let left = wanted.saturating_sub(claims.len());
        if probe && left > 0 && !types.is_empty() {
            // A shot that failed before says little about whether the others fail too.
            claims.extend(farm.store.claim_untried_images(farm.holder(), &types, left).await?);
        }
        let left = wanted.saturating_sub(claims.len());
        if left > 0 && !types.is_empty() {
            claims.extend(farm.store.claim_images(farm.holder(), &types, left).await?);
        }
        if claims.len() >= wanted {
            break;
        }
    }
    if let Some(claim) = claims.last() {
        *farm.current_type.lock().unwrap_or_else(PoisonError::into_inner) = claim.tasktype.to_string();
    }
    Ok(claims)
}

/// Where the loads of types come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// From the last count, unless it is old.
    Known,
    /// From a new one.
    Fresh,
}

/// What each type still has. Counted once for a scan's time: with many shots, counting costs more than claiming. The
/// count only says which type comes first; a claim that stays short is tried again with a new one.
async fn loads(farm: &Farm, look: Look) -> Result<Option<Vec<TypeLoad>>, Error> {
    if look == Look::Known {
        let known = farm.loads.lock().unwrap_or_else(PoisonError::into_inner).clone();
        return Ok(known.filter(|(at, _)| at.elapsed() < farm.film.timing.scan).map(|(_, loads)| loads));
    }
    let (at, loads) = (BootClock::now(), farm.store.type_loads().await?);
    *farm.loads.lock().unwrap_or_else(PoisonError::into_inner) = Some((at, loads.clone()));
    Ok(Some(loads))
}

/// The types to claim from now, and whether this is a probe after a rest.
async fn order(farm: &Farm, loads: Vec<TypeLoad>) -> Result<(Vec<TaskType>, bool), Error> {
    if loads.is_empty() {
        return Ok((Vec::new(), false));
    }
    let paused = farm.store.paused_makers().await?;
    let works = |tasktype: &TaskType| {
        farm.frame_maker(tasktype).is_some_and(|maker| {
            !paused.contains(maker.name())
                && farm.rests.resting(&From::Maker(maker.name().to_owned())).is_none()
                && farm.rests.resting(&From::Type(tasktype.to_string())).is_none()
        })
    };
    let loads: Vec<_> = loads.into_iter().filter(|it| works(&it.tasktype)).collect();
    let types = farm.affinity().order(&loads);
    let probe = types.first().is_some_and(|first| {
        let maker = farm.frame_maker(first).map_or("", |it| it.name()).to_owned();
        farm.rests.is_probe(&From::Maker(maker)) || farm.rests.is_probe(&From::Type(first.to_string()))
    });
    Ok((types, probe))
}
