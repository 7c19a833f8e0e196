//! The frame that a rerun of the other one keeps.

use std::path::Path;

use rushes_core::{Fault, FaultClass, FrameSide};
use rushes_media::{MediaRoot, check_frame};
use rushes_store::NamedFrame;

use super::make::{Work, blocking, chain};
use crate::spool::SpooledFrame;

/// The frame on one side, copied to the claim's folder, if this claim is only for the other one. A frame that is not
/// there, or not the one that was checked, is made again too.
pub(super) async fn kept(
    work: &Work<'_>,
    side: FrameSide,
    folder: &Path,
) -> Result<Option<SpooledFrame>, Fault> {
    if work.claim.remake.is_none_or(|it| it == side) {
        return Ok(None);
    }
    let named = work.farm.store.named_frame(work.claim, side).await;
    let Some(named) = named.map_err(|error| Fault::new(FaultClass::Machine, chain(&error)))? else {
        return Ok(None);
    };
    let (media, into) = (work.farm.media.clone(), folder.to_owned());
    let (width, height) = (work.farm.film.width, work.farm.film.height);
    let copied = blocking(move || copy(&media, &named, side, &into, (width, height))).await;
    let (scenecode, side) = (work.claim.scenecode.as_str(), side.as_str());
    match copied {
        Ok(frame) => Ok(Some(frame)),
        // A folder that is away says nothing of the frame in it.
        Err(fault) if work.farm.media.is_there().is_err() => {
            Err(Fault::new(FaultClass::Machine, fault.message))
        }
        Err(fault) => {
            tracing::warn!(scenecode, side, %fault, "a frame cannot be kept and is made again too");
            Ok(None)
        }
    }
}

fn copy(
    media: &MediaRoot,
    named: &NamedFrame,
    side: FrameSide,
    folder: &Path,
    size: (u32, u32),
) -> Result<SpooledFrame, Fault> {
    let task = |text: String| Fault::new(FaultClass::Task, text);
    let from = media.resolve(&named.path).map_err(|error| task(chain(&error)))?;
    let facts = check_frame(&from, size.0, size.1)?;
    let hashed = MediaRoot::hash(&from).map_err(|error| task(chain(&error)))?;
    if named.sha256.as_ref().is_some_and(|it| *it != hashed.sha256) {
        return Err(task(format!("`{}` is not the file that was checked", named.path)));
    }
    let extension = facts.format.extension().to_owned();
    let file = format!("{}.{extension}", side.as_str());
    std::fs::copy(&from, folder.join(&file)).map_err(|error| task(error.to_string()))?;
    Ok(SpooledFrame { file, seed: named.seed, bytes: facts.bytes, extension })
}
