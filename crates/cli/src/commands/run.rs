//! `rushes run`: a storyboard in, a film out, on this machine.

use std::path::{Path, PathBuf};

use rushes_core::Film;

use crate::args::Run;
use crate::commands::{import, init};
use crate::crew::Member;
use crate::film_run::{self, Order};
use crate::report::Failure;
use crate::say;
use crate::settings::{self, Settings};

/// Makes the film of a storyboard. Fails unless every shot is done.
pub async fn run(project: Option<&Path>, typed: &Run) -> Result<(), Failure> {
    let mut storyboard = import::read(&typed.storyboard, &typed.map)?;
    let folder = project.map_or_else(|| folder_of(&typed.storyboard), Path::to_owned);
    let title = typed
        .storyboard
        .file_stem()
        .map_or_else(|| "film".to_owned(), |it| it.to_string_lossy().into_owned());
    let film = Film { title, ..quick(settings::default_film()) };
    let project = init::make(&folder, &Settings { film, ..Settings::default() }).await?;
    let store = project.store().await?;
    let count = storyboard.shots.len();
    import::tell_notes(&storyboard);
    let imported = import::into_store(&store, &mut storyboard, false).await?;
    import::rerun_changed(&store, &imported).await?;
    say(&format!(
        "{count} shots: {} new, {} changed; the project is in {}",
        imported.added,
        imported.changed.len(),
        project.folder.display()
    ));
    import::tell_left(&imported.left);
    let slots =
        std::thread::available_parallelism().map_or(2, usize::from).div_ceil(usize::from(typed.workers));
    let crew =
        (1..=typed.workers).map(|n| Member { id: format!("{n:03}"), prefers: Vec::new(), slots }).collect();
    film_run::film(&project, &store, Order { crew }).await
}

/// The project folder beside a storyboard: `night.csv` has `night.csv.rushes`, so that `night.json` is another film.
pub fn folder_of(storyboard: &Path) -> PathBuf {
    let mut name = storyboard.as_os_str().to_owned();
    name.push(".rushes");
    PathBuf::from(name)
}

/// On one machine nobody waits for another: looks and polls are quick.
pub fn quick(film: Film) -> Film {
    let mut film = film;
    film.timing.beat = std::time::Duration::from_secs(2);
    film.timing.scan = std::time::Duration::from_millis(500);
    film.timing.poll = std::time::Duration::from_millis(500);
    film.timing.sweep = std::time::Duration::from_secs(15);
    film.timing.stale = std::time::Duration::from_secs(60);
    film
}
