//! `rushes verify`: the database against the files.

use std::time::Duration;

use rushes_core::Film;
use rushes_media::MediaRoot;
use rushes_store::{Rerun, Store};
use serde_json::{Value, json};

use crate::args::Verify;
use crate::project::Project;
use crate::report::{AGAIN, Failure};
use crate::say;
use crate::summary::counted;
use crate::verify::{Findings, look};

/// A part file that nobody has written to for so long has lost its writer.
const LEFTOVER_AGE: Duration = Duration::from_secs(3600);

/// Compares; with `--repair`, makes again what is broken and sets aside what no row names.
pub async fn verify(project: &Project, typed: &Verify) -> Result<(), Failure> {
    let store = project.store().await?;
    let film = store.film().await?;
    let media = match typed.new_media {
        true => project.new_media(&store).await?,
        false => project.shared_media(&store).await?,
    };
    let findings = look_at_all(&store, film, &media).await?;
    let clean = findings.is_clean();
    if !typed.format.json {
        tell(&findings);
    } else if clean || !typed.repair {
        say(&format!("{:#}", as_json(&findings, None)));
    }
    if clean {
        return Ok(());
    }
    if !typed.repair {
        return Err(Failure::new("the database and the files do not agree")
            .hint("`rushes verify --repair` makes again what is broken; nothing is deleted: files that no row names go to `orphans/`"));
    }
    if findings.unreadable() > 0 {
        let files = counted(findings.unreadable(), "file");
        return Err(Failure::new(format!(
            "could not read {files}, which may be as good as ever; nothing was changed"
        ))
        .hint("see that this user may read the media folder and that its disk or share is well"));
    }
    let again = repair(&store, &findings).await?;
    for orphan in &findings.orphans {
        media.set_aside(orphan)?;
    }
    if typed.format.json {
        say(&format!("{:#}", as_json(&findings, Some(again))));
    } else {
        say(&format!(
            "to be made again: {}; moved to orphans/: {}",
            counted(again, "shot"),
            counted(findings.orphans.len(), "file")
        ));
    }
    Ok(())
}

/// What was found, and, after a repair, how many shots are to be made again and how many files were moved.
fn as_json(findings: &Findings, again: Option<usize>) -> Value {
    let broken = findings.broken.iter().map(|it| {
        json!({"shot": it.scenecode.as_str(), "file": if it.frames { "frame" } else { "clip" }, "says": it.what})
    });
    json!({
        "good": findings.good,
        "broken": broken.collect::<Vec<_>>(),
        "of_no_row": findings.orphans,
        "being_placed": findings.underway,
        "to_be_made_again": again,
        "moved": again.map(|_| findings.orphans.len()),
    })
}

/// Workers may be at work meanwhile: the files are listed first, the rows read after them, and once more for what
/// seems broken.
async fn look_at_all(store: &Store, film: Film, media: &MediaRoot) -> Result<Findings, Failure> {
    let failed = |error| Failure::new(format!("could not look at the files: {error}")).hint(AGAIN);
    let root = media.clone();
    let files = tokio::task::spawn_blocking(move || root.files()).await.map_err(failed)??;
    let named = store.files_named().await?;
    let (root, rows) = (media.clone(), named.clone());
    let looked = tokio::task::spawn_blocking(move || look(&root, &film, &rows, files, LEFTOVER_AGE)).await;
    let mut findings = looked.map_err(failed)??;
    if !findings.broken.is_empty() {
        findings.keep_what_stands(&named, &store.files_named().await?);
    }
    Ok(findings)
}

fn tell(findings: &Findings) {
    for broken in &findings.broken {
        say(&format!("{}  {}", broken.scenecode, broken.what));
    }
    for orphan in &findings.orphans {
        say(&format!("no row names {orphan}"));
    }
    say(&format!(
        "as the database says: {}; broken: {}; of no row: {}; being placed: {}",
        counted(findings.good, "file"),
        counted(findings.broken_shots().len(), "shot"),
        counted(findings.orphans.len(), "file"),
        counted(findings.underway, "file")
    ));
}

/// Makes again just what is broken: frames, and with them the clip, or the clip alone.
async fn repair(store: &Store, findings: &Findings) -> Result<usize, Failure> {
    let broken = findings.broken_shots();
    for (scenecode, frames) in &broken {
        store.rerun(scenecode, if *frames { Rerun::Frames } else { Rerun::Clip }).await?;
    }
    Ok(broken.len())
}
