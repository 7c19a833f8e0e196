//! Making both frames of a shot: made, checked, in the spool, placed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rushes_core::{Fault, FaultClass, FrameSide, Scenecode, Shot};
use rushes_makers::{FrameMaker, FrameRequest};
use rushes_media::{MediaRoot, check_frame, file_stem, frame_path};
use rushes_store::{Frames, ImageClaim};

use super::kept::kept;
use crate::Error;
use crate::clock::BootClock;
use crate::farm::Farm;
use crate::patience::Patience;
use crate::published::Published;
use crate::rest::From;
use crate::spool::{KeptFirst, MadeFrames, SpooledFrame, note_made};
use crate::step::{Step, reach};

/// One claim at work.
pub(super) struct Work<'a> {
    pub(super) farm: &'a Arc<Farm>,
    pub(super) claim: &'a ImageClaim,
    pub(super) maker: &'a dyn FrameMaker,
    pub(super) limit: Duration,
}

/// Makes both frames and notes them in the spool: from here on they are not made again.
pub(super) async fn make_both(work: &Work<'_>) -> Result<(PathBuf, MadeFrames), Fault> {
    let shot = read_shot(work).await?;
    let folder = work.farm.spool.claim_folder(work.claim).map_err(machine)?;
    reach(Step::Making);
    let kept_first = kept(work, FrameSide::First, &folder).await?;
    let made_now = kept_first.is_none();
    let first = match kept_first {
        Some(first) => first,
        None => first_frame(work, &shot, &folder).await?,
    };
    let first_file = folder.join(&first.file);
    let second = match kept(work, FrameSide::Last, &folder).await? {
        Some(second) => Ok(second),
        None => frame(work, &shot, FrameSide::Last, &folder, Some(first_file.clone())).await,
    };
    let second = match second {
        Ok(second) => second,
        Err(fault) => {
            if made_now {
                keep(work, &shot, &first_file, first);
            }
            return Err(fault);
        }
    };
    let made = MadeFrames {
        taskid: work.claim.taskid,
        claim_seq: work.claim.claim_seq,
        boot_id: work.claim.holder.boot_id.to_string(),
        chapter: shot.chapter,
        maker: work.maker.name().to_owned(),
        first,
        second,
    };
    let noted = folder.clone();
    let made = blocking(move || note_made(&noted, &made).map_err(machine).map(|()| made)).await?;
    reach(Step::Checked);
    Ok((folder, made))
}

/// Copies what was made to its final names. A machine that cannot write now, because its share is away or its disk is
/// full, tries again: nothing that was made is made again for that.
pub(super) async fn place_made(
    farm: &Farm,
    claim: &ImageClaim,
    published: &Published,
    folder: &Path,
    made: &MadeFrames,
) -> Result<Frames, Fault> {
    let mut patience = Patience::new();
    loop {
        let (media, scenecode, published) = (farm.media.clone(), claim.scenecode.clone(), published.clone());
        let (boot, from, made) = (claim.holder.boot_id.clone(), folder.to_owned(), made.clone());
        let fault = match blocking(move || place(&media, &published, &from, &made, &scenecode, &boot)).await {
            Err(fault) if fault.class == FaultClass::Machine => fault,
            done => return done,
        };
        farm.tell_of("what was made waits in the spool", &fault, true);
        farm.rests.failed(From::Machine, &fault.message);
        if !patience.wait(farm).await {
            return Err(fault);
        }
    }
}

/// Copies both frames from the spool to their final names; the same claim can do it again.
pub(super) fn place(
    media: &MediaRoot,
    published: &Published,
    folder: &Path,
    made: &MadeFrames,
    scenecode: &Scenecode,
    boot: &rushes_core::BootId,
) -> Result<Frames, Fault> {
    let put = |side, frame: &SpooledFrame| {
        let name = frame_path(made.chapter, scenecode, side, made.claim_seq, boot, &frame.extension);
        published.place(media, &folder.join(&frame.file), &name)
    };
    let first = put(FrameSide::First, &made.first)?;
    let second = put(FrameSide::Last, &made.second)?;
    Ok(Frames {
        firstpic: first.relative,
        secondpic: second.relative,
        first_sha256: first.sha256,
        second_sha256: second.sha256,
        first_seed: made.first.seed,
        second_seed: made.second.seed,
        bytes: first.bytes + second.bytes,
    })
}

async fn read_shot(work: &Work<'_>) -> Result<Shot, Fault> {
    match work.farm.store.shot(&work.claim.scenecode).await {
        Ok(Some(shot)) => Ok(Shot { seed: work.claim.seed.or(shot.seed), ..shot }),
        Ok(None) => Err(Fault::new(FaultClass::Refused, "the storyboard has no row for this task")),
        Err(error) => Err(Fault::new(FaultClass::Machine, chain(&error))),
    }
}

async fn first_frame(work: &Work<'_>, shot: &Shot, folder: &Path) -> Result<SpooledFrame, Fault> {
    let kept = work.farm.spool.kept_first(&file_stem(&work.claim.scenecode), &asked(work, shot));
    if let Some((path, kept)) = kept
        && std::fs::copy(&path, folder.join(&kept.frame.file)).is_ok()
    {
        return Ok(kept.frame);
    }
    frame(work, shot, FrameSide::First, folder, None).await
}

fn keep(work: &Work<'_>, shot: &Shot, file: &Path, frame: SpooledFrame) {
    let kept = KeptFirst { asked: asked(work, shot), frame };
    if let Err(error) = work.farm.spool.keep_first(&file_stem(&work.claim.scenecode), file, &kept) {
        tracing::warn!(%error, "the first frame is not kept");
    }
}

/// What a first frame is made from. A shot that was completed meanwhile names other files: whoever reruns it wants to
/// see new frames.
fn asked(work: &Work<'_>, shot: &Shot) -> String {
    let film = &work.farm.film;
    let words = [&shot.first_prompt, &shot.negative_prompt, &shot.refs];
    format!(
        "{words:?} {} {}x{} {} {:?}",
        seed_of(shot, FrameSide::First),
        film.width,
        film.height,
        work.maker.name(),
        work.claim.named_before
    )
}

/// Makes one frame and checks it.
async fn frame(
    work: &Work<'_>,
    shot: &Shot,
    side: FrameSide,
    folder: &Path,
    first_frame: Option<PathBuf>,
) -> Result<SpooledFrame, Fault> {
    let request = request(work, shot, side, folder, first_frame);
    let begun = BootClock::now();
    let made = work.maker.make(&request).await?;
    reach(Step::Made);
    let (scenecode, claim, seconds) =
        (request.scenecode.as_str(), request.claim_seq, begun.elapsed().as_secs_f32());
    let (maker, which, seed) = (work.maker.name(), side.as_str(), made.seed);
    tracing::debug!(scenecode, claim, side = which, maker, seed, seconds, "made a frame");
    let (width, height) = (request.width, request.height);
    let path = made.path.clone();
    let facts = blocking(move || check_frame(&path, width, height)).await?;
    let extension = facts.format.extension().to_owned();
    let file = format!("{}.{extension}", side.as_str());
    let into = folder.join(&file);
    if made.path != into {
        let (from, ours) = (made.path, folder.to_owned());
        blocking(move || {
            // What lies in the claim's own folder is ours to rename; anything else is the maker's.
            let moved = if from.parent() == Some(&*ours) {
                std::fs::rename(&from, &into)
            } else {
                std::fs::copy(&from, &into).map(drop)
            };
            moved.map_err(|error| Fault::new(FaultClass::Machine, error.to_string()))
        })
        .await?;
    }
    Ok(SpooledFrame { file, seed: made.seed, bytes: facts.bytes, extension })
}

fn request(
    work: &Work<'_>,
    shot: &Shot,
    side: FrameSide,
    folder: &Path,
    first_frame: Option<PathBuf>,
) -> FrameRequest {
    let prompt = match side {
        FrameSide::First => &shot.first_prompt,
        FrameSide::Last => &shot.last_prompt,
    };
    FrameRequest {
        scenecode: shot.scenecode.clone(),
        tasktype: work.claim.tasktype.clone(),
        side,
        chapter: shot.chapter,
        title: shot.title.clone(),
        prompt: prompt.clone(),
        negative_prompt: shot.negative_prompt.clone(),
        seed: seed_of(shot, side),
        width: work.farm.film.width,
        height: work.farm.film.height,
        first_frame,
        refs: shot.refs.lines().map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect(),
        claim_seq: work.claim.claim_seq,
        worker_id: work.claim.holder.worker_id.to_string(),
        out_dir: folder.to_owned(),
        limit: work.limit,
    }
}

/// The seed of one picture: the storyboard's, or one that follows from the shot, so that it can be made again.
fn seed_of(shot: &Shot, side: FrameSide) -> u64 {
    let base = shot.seed.unwrap_or_else(|| {
        // FNV-1a: the same in every version of every program.
        shot.scenecode.as_str().bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    });
    let side = if side == FrameSide::First { 0 } else { 1 };
    // Makers take seeds of 31 to 32 bits.
    base.wrapping_add(side) & 0x7fff_ffff
}

/// Runs work that touches files away from the loops.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(Fault::new(FaultClass::Task, format!("stopped in the middle: {error}"))),
    }
}

fn machine(error: Error) -> Fault {
    Fault::new(FaultClass::Machine, chain(&error))
}

/// An error with everything that caused it.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let words = cause.to_string();
        // Some libraries' errors say their cause themselves.
        if !text.ends_with(&words) {
            text.push_str(": ");
            text.push_str(&words);
        }
        source = cause.source();
    }
    text
}
