//! `rushes init`: a project folder, the tables, the film.

use std::path::Path;

use rushes_core::Film;
use rushes_store::{DatabaseUrl, Dialect};

use crate::args::Init;
use crate::commands::run::quick;
use crate::project::Project;
use crate::report::{Failure, WRITABLE};
use crate::say;
use crate::settings::{self, Settings};
use crate::stand::Stand;

/// Makes a project in a folder.
pub async fn init(folder: Option<&Path>, typed: &Init) -> Result<(), Failure> {
    let folder = folder.unwrap_or(Path::new("."));
    let (width, height) = size(&typed.size)?;
    let mut film =
        Film { title: typed.title.clone(), width, height, fps: typed.fps, ..settings::default_film() };
    film.frame_makers = [("*".to_owned(), typed.frames.clone())].into();
    let database = DatabaseUrl::parse(&typed.database)
        .map_err(|error| Failure::misuse(error.to_string()).hint(error.hint()))?;
    if database.dialect() == Dialect::Sqlite {
        film = quick(film);
    }
    let media = typed.media.clone();
    if has_film(folder).await {
        return Err(Failure::new(format!(
            "could not make a project in `{}`: there is one already",
            folder.display()
        ))
        .hint("nothing was changed; use another folder, or edit its rushes.toml"));
    }
    let settings = Settings { database, media, film, ..Settings::default() };
    let problems = settings::problems_of(&settings);
    if !problems.is_empty() {
        return Err(Failure::misuse(format!("could not make a project: {}", problems.join("; ")))
            .hint("nothing was made; `rushes init --help` says what can be typed"));
    }
    let hand_written = folder.join(settings::FILE_NAME).exists();
    if hand_written {
        look_at_typed(typed, &Project::open(folder)?.settings)?;
    }
    let project = make(folder, &settings).await?;
    let (file, database) = (folder.join(settings::FILE_NAME), project.database());
    if hand_written {
        say(&format!("Used {} as it is, and made the tables in {}.", file.display(), database.as_str()));
    } else {
        say(&format!("Made {} and the tables in {}.", file.display(), database.as_str()));
    }
    let next =
        "Next: `rushes import STORYBOARD`, then `rushes work --id 001`; on another machine another id.";
    say(&Stand::at(&project.folder).command_lines(next));
    Ok(())
}

/// What was typed beside a file that says otherwise is refused: somebody would take it for done.
fn look_at_typed(typed: &Init, file: &Settings) -> Result<(), Failure> {
    let usual = settings::default_film();
    let (width, height) = size(&typed.size)?;
    let media = typed.media.display().to_string();
    let said = [
        ("--title", typed.title != "Untitled", typed.title == file.film.title),
        ("--media", media != "media", typed.media == file.media),
        (
            "--size",
            (width, height) != (usual.width, usual.height),
            (width, height) == (file.film.width, file.film.height),
        ),
        ("--fps", typed.fps != usual.fps, typed.fps == file.film.fps),
        (
            "--frames",
            typed.frames != "animatic",
            file.film.frame_makers.values().all(|it| *it == typed.frames),
        ),
        ("--database", typed.database != "sqlite://film.db", typed.database == file.database.as_str()),
    ];
    let other: Vec<&str> =
        said.into_iter().filter(|(_, typed, same)| *typed && !same).map(|it| it.0).collect();
    if other.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("could not make a project: rushes.toml is there and says something else than {}", other.join(", ")))
        .hint("nothing was made; write it into that rushes.toml ([film] has title, width, height, fps and [film.frames]), then `rushes init` alone"))
}

/// Whether a folder is a project whose database holds a film.
async fn has_film(folder: &Path) -> bool {
    let Ok(project) = Project::open(folder) else { return false };
    match project.store().await {
        Ok(store) => store.film().await.is_ok(),
        Err(_) => false,
    }
}

/// Writes the settings, makes the tables and the film. A project that is there already goes on as it is.
pub async fn make(folder: &Path, settings: &Settings) -> Result<Project, Failure> {
    let failed = |what: &str, error: std::io::Error| {
        Failure::new(format!("could not {what} `{}`: {error}", folder.display())).hint(WRITABLE)
    };
    let folder = std::path::absolute(folder).map_err(|error| failed("find the folder", error))?;
    let is_new = !folder.exists();
    std::fs::create_dir_all(&folder).map_err(|error| failed("make the folder", error))?;
    let file = folder.join(settings::FILE_NAME);
    let existed = file.exists();
    let written = if existed { Ok(()) } else { std::fs::write(&file, settings::template(settings)) };
    let made = match written {
        Ok(()) => open_and_fill(&folder).await,
        Err(error) => Err(failed("write rushes.toml in", error)),
    };
    if made.is_err() && !existed {
        // A file that leads to no film would only be in the way of the next try; a folder with more in it stays.
        let _ = std::fs::remove_file(&file);
        let _ = is_new.then(|| std::fs::remove_dir(&folder));
    }
    made
}

async fn open_and_fill(folder: &Path) -> Result<Project, Failure> {
    let project = Project::open(folder)?;
    tables_and_film(&project).await?;
    Ok(project)
}

async fn tables_and_film(project: &Project) -> Result<(), Failure> {
    let store = project.new_store().await?;
    store.migrate().await?;
    match store.film().await {
        Ok(_) => {}
        Err(rushes_store::Error::NoFilm) => match store.create_film(&project.settings.film).await {
            // Somebody else made it a moment ago; whether it is this one is seen below.
            Ok(()) | Err(rushes_store::Error::FilmExists { .. }) => {}
            Err(error) => return Err(error.into()),
        },
        Err(error) => return Err(error.into()),
    }
    project.film(&store).await?;
    project.shared_media(&store).await?;
    store.close().await;
    Ok(())
}

fn size(text: &str) -> Result<(u32, u32), Failure> {
    let parsed = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    parsed.ok_or_else(|| {
        Failure::misuse(format!("expected `--size` to be WIDTHxHEIGHT such as 1280x720, got `{text}`"))
            .hint("both are even numbers of pixels from 16 to 8192")
    })
}
