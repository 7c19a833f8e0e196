//! `rushes contact`: the contact sheet.

use rushes_core::{ClipState, ImageState, Scenecode};
use rushes_store::{BoardRow, Store};

use crate::board::whole_board;
use crate::contact::{Sheet, SheetChapter, SheetShot, render};
use crate::project::Project;
use crate::report::{Failure, WRITABLE};
use crate::stand::Stand;
use crate::summary::counted;
use crate::verify::missing;
use crate::{say, summary};

/// So many shots with missing files are named; the rest is counted.
const NAMED: usize = 20;

/// Writes `contact.html` for the film as it is now.
pub async fn contact(project: &Project) -> Result<(), Failure> {
    let store = project.store().await?;
    let facts = summary::facts(&store, None, None).await?;
    let has_film = project.folder.join("film.mp4").exists();
    let gone = write(project, &store, &facts, has_film).await?;
    say(&format!("{}", project.folder.join("contact.html").display()));
    tell_missing(project, &gone);
    Ok(())
}

/// Writes the sheet with the given lines of summary; gives the files that it shows and that are not there.
pub async fn write(
    project: &Project,
    store: &Store,
    facts: &[(String, String)],
    has_film: bool,
) -> Result<Vec<(Scenecode, String)>, Failure> {
    let film = store.film().await?;
    let media = project.settings.media.display().to_string().replace('\\', "/");
    let mut chapters: Vec<SheetChapter> = Vec::new();
    let rows = whole_board(store).await?;
    let gone = gone(project, store, &rows).await?;
    for row in rows {
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
    std::fs::write(&path, render(&sheet)).map_err(|error| {
        Failure::new(format!("could not write `{}`: {error}", path.display())).hint(WRITABLE)
    })?;
    Ok(gone)
}

/// The files that rows name and that are not there, now and at a second look: a worker may have replaced one meanwhile.
async fn gone(
    project: &Project,
    store: &Store,
    rows: &[BoardRow],
) -> Result<Vec<(Scenecode, String)>, Failure> {
    let media = project.shared_media(store).await?;
    let mut gone = missing(&media, rows);
    if !gone.is_empty() {
        let still = missing(&media, &whole_board(store).await?);
        gone.retain(|it| still.contains(it));
    }
    Ok(gone)
}

/// Says which shots have no file where their rows name one.
pub fn tell_missing(project: &Project, gone: &[(Scenecode, String)]) {
    let mut shots: Vec<&str> = gone.iter().map(|(scenecode, _)| scenecode.as_str()).collect();
    shots.dedup();
    if shots.is_empty() {
        return;
    }
    let more = if shots.len() > NAMED { ", .." } else { "" };
    let named = shots.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let (files, of) = (counted(gone.len(), "file"), counted(shots.len(), "shot"));
    say(&format!("note: missing: {files} of {of}: {named}{more}"));
    say(&Stand::at(&project.folder).command_lines("hint: `rushes verify --repair` has them made again"));
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
