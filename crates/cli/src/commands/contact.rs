//! `rushes contact`: the contact sheet.

use rushes_core::{ClipState, ImageState};
use rushes_store::{BoardRow, Store};

use crate::board::whole_board;
use crate::contact::{Sheet, SheetChapter, SheetShot, render};
use crate::project::Project;
use crate::report::Failure;
use crate::{say, summary};

/// Writes `contact.html` for the film as it is now.
pub async fn contact(project: &Project) -> Result<(), Failure> {
    let store = project.store().await?;
    let facts = summary::facts(&store, None, None).await?;
    let has_film = project.folder.join("film.mp4").exists();
    write(project, &store, &facts, has_film).await?;
    say(&format!("{}", project.folder.join("contact.html").display()));
    Ok(())
}

/// Writes the sheet with the given lines of summary.
pub async fn write(
    project: &Project,
    store: &Store,
    facts: &[(String, String)],
    has_film: bool,
) -> Result<(), Failure> {
    let film = store.film().await?;
    let media = project.settings.media.display().to_string().replace('\\', "/");
    let mut chapters: Vec<SheetChapter> = Vec::new();
    for row in whole_board(store).await? {
        if chapters.last().is_none_or(|it| it.number != row.chapter) {
            chapters.push(SheetChapter {
                number: row.chapter,
                title: row.chapter_title.clone(),
                shots: Vec::new(),
            });
        }
        if let Some(chapter) = chapters.last_mut() {
            chapter.shots.push(shot(row, &media));
        }
    }
    let sheet = Sheet {
        title: film.title,
        width: film.width,
        height: film.height,
        facts: facts.to_vec(),
        film: has_film.then(|| "film.mp4".to_owned()),
        chapters,
    };
    let path = project.folder.join("contact.html");
    std::fs::write(&path, render(&sheet))
        .map_err(|error| Failure::new(format!("could not write `{}`: {error}", path.display())))
}

fn shot(row: BoardRow, media: &str) -> SheetShot {
    let state = state_word(&row).to_owned();
    let reason = row.last_error().filter(|_| state == "failed").unwrap_or_default().to_owned();
    let file = |path: Option<String>| path.map(|it| format!("{media}/{it}"));
    let clip = row.clip.and_then(|it| it.made).map(|it| it.path);
    SheetShot {
        scenecode: row.scenecode.to_string(),
        tasktype: row.image.tasktype,
        first: file(row.image.firstpic),
        last: file(row.image.secondpic),
        clip: file(clip),
        last_prompt: if row.last_prompt == row.first_prompt { String::new() } else { row.last_prompt },
        prompt: row.first_prompt,
        dialogue: row.dialogue,
        reason,
        worker: row.image.worker_id.unwrap_or_default(),
        state,
        seconds: row.duration.as_secs_f64(),
    }
}

/// Where a shot stands, in one word.
pub fn state_word(row: &BoardRow) -> &'static str {
    match (row.image.state, row.clip.as_ref().map(|it| it.state)) {
        (ImageState::Pending, _) => "waiting",
        (ImageState::Processing, _) => "making",
        (ImageState::Failed, _) => "failed",
        (ImageState::Cancelled, _) => "cancelled",
        (ImageState::Completed, Some(ClipState::Done)) => "done",
        (ImageState::Completed, Some(ClipState::Failed)) => "failed",
        (ImageState::Completed, Some(ClipState::Cancelled)) => "cancelled",
        (ImageState::Completed, Some(ClipState::Submitted | ClipState::Locked)) => "filming",
        (ImageState::Completed, Some(ClipState::Ready | ClipState::Waiting) | None) => "frames",
    }
}
