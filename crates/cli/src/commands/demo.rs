//! `rushes demo`: a whole film of ours, to see how the farm works.

use rushes_core::Film;

use crate::args::Demo;
use crate::commands::import;
use crate::commands::init;
use crate::commands::run::quick;
use crate::crew::Member;
use crate::film_run::{self, Order};
use crate::report::{Failure, WRITABLE};
use crate::say;
use crate::settings::{self, Settings};
use crate::storyboard::{DEMO_FPS, DEMO_TITLE, demo as demo_shots, write_csv};

/// What the three machines of the articles are for.
const SPECIALITIES: [&str; 3] = ["character", "location", "scene"];

/// Makes the demo film, or goes on with it.
pub async fn demo(typed: &Demo) -> Result<(), Failure> {
    let shots = demo_shots(usize::try_from(typed.shots).unwrap_or(usize::MAX), typed.seed);
    let project =
        init::make(&typed.folder, &Settings { film: film(&typed.maker), ..Settings::default() }).await?;
    let store = project.store().await?;
    let title = store.film().await?.title;
    if title != DEMO_TITLE {
        return Err(Failure::new(format!(
            "could not make the demo in `{}`: it holds the film `{title}`",
            project.folder.display()
        ))
        .hint("name another folder with `--folder`"));
    }
    let storyboard_file = project.folder.join("storyboard.csv");
    if !storyboard_file.exists() {
        write_csv(&storyboard_file, &shots).map_err(|error| {
            Failure::new(format!("could not write `{}`: {error}", storyboard_file.display())).hint(WRITABLE)
        })?;
    }
    let mut storyboard = import::read(&storyboard_file, &[])?;
    if storyboard.shots.len() != shots.len() || storyboard.shots[0].first_prompt != shots[0].first_prompt {
        return Err(Failure::new(format!(
            "could not go on with `{}`: its storyboard has {} shots and another seed, or another number of them",
            project.folder.display(),
            storyboard.shots.len(),
        ))
        .hint(format!("say `--shots {}` and the same `--seed`, or name another folder with `--folder`", storyboard.shots.len())));
    }
    import::tell_notes(&storyboard);
    import::into_store(&store, &mut storyboard, false).await?;
    say(&format!(
        "{DEMO_TITLE}: {} shots, {} workers, in {}",
        shots.len(),
        typed.workers,
        project.folder.display()
    ));
    film_run::film(&project, &store, Order { crew: crew(typed.workers) }).await
}

fn film(maker: &str) -> Film {
    let mut film = quick(settings::default_film());
    film.title = DEMO_TITLE.to_owned();
    (film.width, film.height, film.fps) = (640, 360, DEMO_FPS);
    film.frame_makers = [("*".to_owned(), maker.to_owned())].into();
    film.clip_maker = maker.to_owned();
    film
}

fn crew(workers: u8) -> Vec<Member> {
    let member = |n: usize| Member {
        id: format!("{:03}", n + 1),
        prefers: SPECIALITIES.get(n).map(|it| (*it).to_owned()).into_iter().collect(),
        slots: 2,
    };
    (0..usize::from(workers)).map(member).collect()
}
