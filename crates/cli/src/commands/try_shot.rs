//! `rushes try`: one shot now, on this machine, each step shown.

use rushes_makers::clips_are_free;
use rushes_store::{BoardRow, Scope, Store};
use rushes_worker::{Config, Exit};

use crate::args::{Try, Work};
use crate::commands::contact::state_word;
use crate::commands::control::agree;
use crate::commands::work::{config, serve};
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::selector::select;

/// Makes the shot.
pub async fn try_shot(project: &Project, typed: &Try) -> Result<(), Failure> {
    let store = project.store().await?;
    let row = one(&store, &typed.code).await?;
    let config = Config { one_try: true, ..config(project, &as_worker(typed))? };
    may_be_tried(&row, config.stages.clips)?;
    let maker = store.film().await?.clip_maker;
    if config.stages.clips && !clips_are_free(&maker) {
        let costs = format!("submit a clip to {maker}, which may cost");
        agree("", &[Some(costs)], &typed.agreed)?;
    }
    if state_word(&row) == "failed" {
        store.retry(&row.scenecode).await?;
    }
    store.hurry(&row.scenecode).await?;
    let scope = Scope { shot: Some(row.scenecode.clone()), ..Scope::default() };
    let (frames_only, scoped) = (!config.stages.clips, store.clone().within(scope));
    let exit = serve(project, &scoped, config, false).await?;
    let now = one(&store, &typed.code).await?;
    store.close().await;
    let code = &now.scenecode;
    match (exit, state_word(&now), now.last_error()) {
        (_, "done", _) => tell(project, &now),
        (_, "frames", None) if frames_only => tell(project, &now),
        (_, _, Some(error)) => {
            return Err(Failure::new(format!("could not make {code}: {error}")).hint(format!(
                "`rushes worklog --shot {code}` has every attempt; the same command tries again"
            )));
        }
        (Exit::Stopped | Exit::Done, state, None) => {
            return Err(Failure::new(format!("stopped while {code} is {state}"))
                .hint("the same command goes on where it stopped"));
        }
    }
    Ok(())
}

/// A worker that ends with its one shot.
fn as_worker(typed: &Try) -> Work {
    Work {
        id: Some(format!("try-{}", host_word())),
        prefers: None,
        only: None,
        stages: typed.stages.clone(),
        slots: Some(1),
        chapters: None,
        hours: Some("00:00-24:00".to_owned()),
        until_done: true,
        with_parent: false,
    }
}

/// What a worker's name can have of this machine's.
fn host_word() -> String {
    let plain = |it: &char| it.is_ascii_alphanumeric() || *it == '-';
    gethostname::gethostname().to_string_lossy().chars().filter(plain).take(24).collect()
}

async fn one(store: &Store, code: &str) -> Result<BoardRow, Failure> {
    let mut rows = select(store, &[code.to_owned()]).await?;
    match (rows.pop(), rows.len()) {
        (Some(row), 0) => Ok(row),
        (_, more) => Err(Failure::misuse(format!("expected the code of one shot, got {} shots", more + 1))
            .hint("`rushes shots` lists the codes")),
    }
}

/// What stands in the way, if anything does.
fn may_be_tried(row: &BoardRow, clips: bool) -> Result<(), Failure> {
    let code = &row.scenecode;
    let refuse =
        |why: &str, hint: String| Err(Failure::new(format!("could not try {code}: {why}")).hint(hint));
    match state_word(row) {
        _ if row.held => refuse("it is held", format!("`rushes release {code}` first")),
        "making" | "filming" => {
            refuse("a worker has it now", format!("`rushes shots {code}` shows how far it is"))
        }
        "done" => refuse("it is done", format!("`rushes rerun {code}` first: it is then made again")),
        "frames" if !clips => {
            refuse("its frames are there", format!("`rushes rerun {code}` first: they are then made again"))
        }
        "cancelled" => refuse("it is taken out", format!("`rushes rerun {code}` brings it back")),
        _ => Ok(()),
    }
}

/// Where everything is that was made.
fn tell(project: &Project, row: &BoardRow) {
    let media = project.folder.join(&project.settings.media);
    let clip = row.clip.as_ref().and_then(|it| it.made.as_ref()).map(|it| it.path.clone());
    for file in [row.image.firstpic.clone(), row.image.secondpic.clone(), clip].into_iter().flatten() {
        say(&media.join(file).display().to_string());
    }
}
