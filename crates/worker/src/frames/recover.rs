//! What an earlier start made but could not confirm.

use std::path::Path;

use rushes_core::BootId;
use rushes_media::file_stem;
use rushes_store::{Answer, Frames, ImageClaim, ImageEnd, ImageEnding};

use super::make::{blocking, chain, place};
use crate::Error;
use crate::farm::Farm;
use crate::published::Published;
use crate::spool::MadeFrames;

/// Confirms results of earlier starts whose rows still carry their claims; drops the others.
pub(crate) async fn confirm_spooled(farm: &Farm) -> Result<usize, Error> {
    let mut confirmed = 0;
    for (folder, made) in farm.spool.unfinished_business()? {
        confirmed += usize::from(take_up(farm, &folder, &made).await?);
        farm.spool.forget(&folder);
    }
    Ok(confirmed)
}

/// Places and confirms one result, if its row still waits for it.
async fn take_up(farm: &Farm, folder: &Path, made: &MadeFrames) -> Result<bool, Error> {
    let Ok(boot) = BootId::new(made.boot_id.clone()) else { return Ok(false) };
    let claim = farm.store.claim_of_start(farm.holder(), made.taskid, made.claim_seq, &boot).await?;
    let Some(claim) = claim else { return Ok(false) };
    let (media, scenecode) = (farm.media.clone(), claim.scenecode.clone());
    let (from, named) = (folder.to_owned(), made.clone());
    let placed =
        blocking(move || place(&media, &Published::default(), &from, &named, &scenecode, &boot)).await;
    match placed {
        Ok(frames) => confirm(farm, claim, frames, &made.maker).await,
        Err(fault) => {
            tracing::warn!(%fault, "a spooled result could not be placed");
            Ok(false)
        }
    }
}

async fn confirm(farm: &Farm, claim: ImageClaim, frames: Frames, maker: &str) -> Result<bool, Error> {
    let scenecode = claim.scenecode.clone();
    let named = vec![frames.firstpic.clone(), frames.secondpic.clone()];
    let replaced = claim.named_before.iter().filter(|it| !named.contains(it)).cloned().collect();
    let end = ImageEnd { claim, ending: ImageEnding::Confirm(frames), maker: maker.to_owned() };
    let answers = match farm.store.end_images(&[end], &farm.film).await {
        Ok(answers) => answers,
        Err(error) if error.is_away() => return Err(error.into()),
        // One result that no database takes must not keep the worker from all others.
        Err(error) => {
            let scenecode = scenecode.as_str();
            tracing::error!(scenecode, error = chain(&error), "a spooled result could not be written");
            return Ok(false);
        }
    };
    if !matches!(answers[..], [Answer::Applied | Answer::Already]) {
        farm.remove_files(named).await;
        return Ok(false);
    }
    farm.spool.drop_kept(&file_stem(&scenecode));
    farm.remove_files(replaced).await;
    farm.remove_earlier(named).await;
    Ok(true)
}
