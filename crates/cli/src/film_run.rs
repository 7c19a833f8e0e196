//! From a film in the database to `film.mp4`, `contact.html` and a summary: what `run` and `demo` share.

use std::time::{Duration, Instant};

use rushes_core::{ClipState, ImageState};
use rushes_store::{Counts, Store};
use rushes_worker::look_at_ended_by_hand;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::commands::{assemble, contact};
use crate::crew::{Member, MemberEnd, Post};
use crate::progress::{Display, Look};
use crate::project::Project;
use crate::report::{AGAIN, Failure};
use crate::say;
use crate::signal::Presses;
use crate::summary::{self, counted};

/// How often the film is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(700);
/// Rates are taken from what was made in this time.
const RATE_WINDOW: Duration = Duration::from_secs(60);

/// Who is to make the film.
#[derive(Debug)]
pub struct Order {
    /// The workers.
    pub crew: Vec<Member>,
}

/// How the making ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    /// Every shot has ended.
    All,
    /// It was stopped by a person.
    Stopped,
    /// Every worker died again and again.
    NoWorkers,
}

/// Makes the film. Fails unless every shot is done.
pub async fn film(project: &Project, store: &Store, order: Order) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut presses = Presses::listen()?;
    let by_hand = look_at_ended_by_hand(store, &project.film(store).await?, &project.media()?).await?;
    if by_hand > 0 || store.open_shots().await? > 0 {
        match make(project, store, order, &mut presses).await? {
            Made::All => {}
            Made::Stopped => {
                let left = store.open_shots().await?;
                return Err(Failure::new(format!("stopped; still to be made: {}", counted(left, "shot")))
                    .hint("the same command goes on where it stopped"));
            }
            Made::NoWorkers => {
                return Err(Failure::new("the workers could not go on")
                    .hint(format!("see {}", project.folder.join("logs").display())));
            }
        }
    }
    tokio::select! {
        finished = finish(project, store, begun.elapsed()) => finished,
        () = presses.next() => Err(Failure::new("stopped; every shot is made, the film is not put together yet")
            .hint("the same command goes on where it stopped")),
    }
}

async fn make(
    project: &Project,
    store: &Store,
    order: Order,
    presses: &mut Presses,
) -> Result<Made, Failure> {
    let (press, pressed) = watch::channel(0u8);
    let mut posts: JoinSet<Result<MemberEnd, Failure>> = JoinSet::new();
    for member in order.crew {
        posts.spawn(Post::start(&project.folder, member)?.keep(pressed.clone()));
    }
    let mut display = Display::new(0);
    let mut given_up = 0;
    let all = posts.len();
    let mut look = tokio::time::interval(LOOK_EVERY);
    loop {
        tokio::select! {
            ended = posts.join_next() => match ended {
                None => break,
                Some(Ok(Ok(MemberEnd::Ended))) => {}
                Some(Ok(Ok(MemberEnd::GivenUp))) => given_up += 1,
                Some(Ok(Err(failure))) => return Err(failure),
                Some(Err(error)) => return Err(Failure::new(format!("could not wait for a worker: {error}")).hint(AGAIN)),
            },
            _ = look.tick() => match look_at(store, RATE_WINDOW).await {
                Ok(look) => display.show(&look),
                // The workers wait for the database themselves; whoever only watches does not give up first.
                Err(error) if error.is_away() => tracing::debug!(%error, "the database is away"),
                Err(error) => return Err(error.into()),
            },
            () = presses.next() => {
                press.send_modify(|it| *it = it.saturating_add(1));
                say(stop_words(*press.borrow()));
            }
        }
    }
    display.show(&look_at(store, RATE_WINDOW).await?);
    display.finish();
    Ok(match (*press.borrow(), store.open_shots().await?) {
        (_, 0) => Made::All,
        (1.., _) => Made::Stopped,
        (0, _) if given_up == all => Made::NoWorkers,
        (0, _) => Made::Stopped,
    })
}

fn stop_words(presses: u8) -> &'static str {
    match presses {
        0 | 1 => "Stopping: what runs is finished first. Ctrl-C again hands it back at once.",
        2.. => "Handing back what runs.",
    }
}

/// How far a film is, with the rate of the last `window`.
pub async fn look_at(store: &Store, window: Duration) -> Result<Look, rushes_store::Error> {
    let counts = store.counts().await?;
    Ok(Look {
        shots: counts.shots(),
        frames: counts.images_in(ImageState::Completed),
        clips: counts.clips_in(ClipState::Done),
        failed: given_up(&counts),
        progress: store.progress(window).await?,
    })
}

/// Shots that nobody will make any more unless a person says so.
fn given_up(counts: &Counts) -> u64 {
    counts.images_in(ImageState::Failed) + counts.clips_in(ClipState::Failed)
}

async fn finish(project: &Project, store: &Store, took: Duration) -> Result<(), Failure> {
    let counts = store.counts().await?;
    let wanted = counts.shots().saturating_sub(counts.images_in(ImageState::Cancelled));
    let missing = wanted.saturating_sub(counts.clips_in(ClipState::Done));
    let film = if missing == 0 { Some(assemble::film(project, store, None, false).await?.0) } else { None };
    let facts = summary::facts(store, Some(took), film.as_ref()).await?;
    let gone = contact::write(project, store, &facts, film.is_some()).await?;
    summary::print(project, &facts);
    contact::tell_missing(project, &gone);
    if missing > 0 {
        return Err(Failure::new(format!("without a clip: {}", counted(missing, "shot"))).hint(
            "`rushes alerts` says why; `rushes assemble --slates` makes a film with cards in their place",
        ));
    }
    Ok(())
}
