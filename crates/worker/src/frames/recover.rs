//! What an earlier start made but could not confirm.

use std::path::Path;

use rushes_core::{BootId, Fault, FaultClass};
use rushes_media::file_stem;
use rushes_store::{Answer, Frames, ImageClaim, ImageEnd, ImageEnding};

use super::make::{blocking, chain, place};
use crate::Error;
use crate::farm::Farm;
use crate::patience::Patience;
use crate::published::Published;
use crate::spool::MadeFrames;
use crate::stop::Level;

/// What became of one result.
enum Taken {
    Confirmed,
    /// No row waits for it any more.
    Nobodys,
    /// The folder or the database does not take it now.
    NotNow(Fault),
}

/// Confirms results of earlier starts whose rows still carry their claims; drops the others. What cannot be placed or
/// written now is tried again until it can, or until somebody else has its shot. `None`: told to stop before that.
pub(crate) async fn confirm_spooled(farm: &Farm) -> Result<Option<usize>, Error> {
    let mut confirmed = 0;
    for (folder, made) in farm.spool.unfinished_business()? {
        let mut patience = Patience::new();
        loop {
            match take_up(farm, &folder, &made).await? {
                Taken::NotNow(fault) => farm.tell_of("what was made before waits in the spool", &fault, true),
                taken @ (Taken::Confirmed | Taken::Nobodys) => {
                    confirmed += usize::from(matches!(taken, Taken::Confirmed));
                    break;
                }
            }
            if farm.stop.watch().level() != Level::Run || !patience.wait(farm).await {
                return Ok(None);
            }
        }
        farm.spool.forget(&folder);
    }
    Ok(Some(confirmed))
}

/// Places and confirms one result, if its row still waits for it.
async fn take_up(farm: &Farm, folder: &Path, made: &MadeFrames) -> Result<Taken, Error> {
    let Ok(boot) = BootId::new(made.boot_id.clone()) else { return Ok(Taken::Nobodys) };
    let claim = farm.store.claim_of_start(farm.holder(), made.taskid, made.claim_seq, &boot).await?;
    let Some(claim) = claim else { return Ok(Taken::Nobodys) };
    let (media, scenecode) = (farm.media.clone(), claim.scenecode.clone());
    let (from, named) = (folder.to_owned(), made.clone());
    let placed =
        blocking(move || place(&media, &Published::default(), &from, &named, &scenecode, &boot)).await;
    match placed {
        Ok(frames) => confirm(farm, claim, frames, &made.maker).await,
        Err(fault) if fault.class == FaultClass::Machine => Ok(Taken::NotNow(fault)),
        Err(fault) => {
            tracing::warn!(%fault, "a spooled result could not be placed");
            Ok(Taken::Nobodys)
        }
    }
}

async fn confirm(farm: &Farm, claim: ImageClaim, frames: Frames, maker: &str) -> Result<Taken, Error> {
    let scenecode = claim.scenecode.clone();
    let named = vec![frames.firstpic.clone(), frames.secondpic.clone()];
    let replaced = claim.named_before.iter().filter(|it| !named.contains(it)).cloned().collect();
    let end = ImageEnd { claim, ending: ImageEnding::Confirm(frames), maker: maker.to_owned() };
    let answers = match farm.store.end_images(&[end], &farm.film).await {
        Ok(answers) => answers,
        Err(error) => return Ok(Taken::NotNow(Fault::new(FaultClass::Machine, chain(&error)))),
    };
    if !matches!(answers[..], [Answer::Applied | Answer::Already]) {
        farm.remove_files(named).await;
        return Ok(Taken::Nobodys);
    }
    farm.spool.drop_kept(&file_stem(&scenecode));
    farm.remove_files(replaced).await;
    farm.remove_earlier(named).await;
    Ok(Taken::Confirmed)
}
