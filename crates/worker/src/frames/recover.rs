//! What an earlier start made but could not confirm.

use rushes_core::BootId;
use rushes_store::{ImageEnd, ImageEnding};

use super::make::place;
use crate::Error;
use crate::farm::Farm;

/// Confirms results of earlier starts whose rows still carry their claims; drops the others.
pub(crate) async fn confirm_spooled(farm: &Farm) -> Result<usize, Error> {
    let mut confirmed = 0;
    for (folder, made) in farm.spool.unfinished_business()? {
        let Ok(boot) = BootId::new(made.boot_id.clone()) else { continue };
        let claim = farm.store.claim_of_start(farm.holder(), made.taskid, made.claim_seq, &boot).await?;
        if let Some(claim) = claim {
            let (media, scenecode) = (farm.media.clone(), claim.scenecode.clone());
            let (from, named) = (folder.clone(), made.clone());
            let placed = super::make::blocking(move || place(&media, &from, &named, &scenecode, &boot)).await;
            match placed {
                Ok(frames) => {
                    let ending = ImageEnding::Confirm(frames);
                    let end = ImageEnd { claim, ending, maker: made.maker.clone() };
                    farm.store.end_images(&[end], &farm.film).await?;
                    confirmed += 1;
                }
                Err(fault) => tracing::warn!(%fault, "a spooled result could not be placed"),
            }
        }
        farm.spool.forget(&folder);
    }
    Ok(confirmed)
}
