//! `rushes status`: how far the film is and when it will be done.

use std::time::Duration;

use rushes_core::{ClipState, ImageState};
use rushes_store::{Counts, Store};

use crate::commands::lists;
use crate::film_run::look_at;
use crate::progress::finish_words;
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::summary::thousands;

/// Rates are taken from what was made in this time.
const RATE_WINDOW: Duration = Duration::from_secs(1800);

/// Says how far the film is.
pub async fn status(project: &Project) -> Result<(), Failure> {
    let store = project.store().await?;
    let film = store.film().await?;
    let look = look_at(&store, RATE_WINDOW).await?;
    say(&format!(
        "{}: {} of {} shots have both frames, {} have their clip; {}",
        film.title,
        thousands(look.frames),
        thousands(look.shots),
        thousands(look.clips),
        finish_words(&look)
    ));
    counts(&store.counts().await?);
    lists::workers(project).await?;
    needs_you(&store).await
}

fn counts(counts: &Counts) {
    let mut types: Vec<&str> = counts.images.iter().map(|it| it.tasktype.as_str()).collect();
    types.dedup();
    for tasktype in types {
        let in_state = |state| {
            let of_type = counts.images.iter().filter(|it| it.tasktype == tasktype && it.state == state);
            format!("{} {}", of_type.map(|it| it.tasks).sum::<u64>(), state.as_str())
        };
        let words: Vec<String> = ImageState::ALL.into_iter().map(in_state).collect();
        say(&format!("  {tasktype:<10} {}", words.join(", ")));
    }
    let clips = |state: ClipState| format!("{} {}", counts.clips_in(state), state.status());
    let words: Vec<String> =
        ClipState::ALL.into_iter().filter(|it| *it != ClipState::Locked).map(clips).collect();
    say(&format!("  {:<10} {}", "clips", words.join(", ")));
}

async fn needs_you(store: &Store) -> Result<(), Failure> {
    let open = store.alerts(1000).await?.into_iter().filter(|it| it.seen_at.is_none()).count();
    say(&match open {
        0 => "Nothing needs you.".to_owned(),
        1 => "1 alert needs you: `rushes alerts`.".to_owned(),
        more => format!("{more} alerts need you: `rushes alerts`."),
    });
    Ok(())
}
