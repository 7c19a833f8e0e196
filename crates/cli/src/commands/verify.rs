//! `rushes verify`: the database against the files.

use std::time::Duration;

use rushes_core::Scenecode;
use rushes_store::{Rerun, Store};

use crate::args::Verify;
use crate::project::Project;
use crate::report::Failure;
use crate::say;
use crate::verify::{Broken, Findings, look};

/// A part file that nobody has written to for so long has lost its writer.
const LEFTOVER_AGE: Duration = Duration::from_secs(3600);

/// Compares; with `--repair`, makes again what is broken and sets aside what no row names.
pub async fn verify(project: &Project, typed: &Verify) -> Result<(), Failure> {
    let store = project.store().await?;
    let film = store.film().await?;
    let media = project.shared_media(&store).await?;
    let named = store.files_named().await?;
    let files = media.clone();
    let looked = tokio::task::spawn_blocking(move || look(&files, &film, &named, LEFTOVER_AGE)).await;
    let findings =
        looked.map_err(|error| Failure::new(format!("could not look at the files: {error}")))??;
    tell(&findings);
    if findings.is_clean() {
        return Ok(());
    }
    if !typed.repair {
        return Err(Failure::new("the database and the files do not agree")
            .hint("`rushes verify --repair` makes again what is broken; nothing is deleted: files that no row names go to `orphans/`"));
    }
    let again = repair(&store, &findings.broken).await?;
    for orphan in &findings.orphans {
        media.set_aside(orphan)?;
    }
    say(&format!("{again} shots will be made again, {} files went to orphans/", findings.orphans.len()));
    Ok(())
}

fn tell(findings: &Findings) {
    for broken in &findings.broken {
        say(&format!("{}  {}", broken.scenecode, broken.what));
    }
    for orphan in &findings.orphans {
        say(&format!("no row names {orphan}"));
    }
    say(&format!(
        "{} files are as the database says, {} shots are broken, {} files belong to no row, {} are being placed",
        findings.good,
        findings.broken.len(),
        findings.orphans.len(),
        findings.underway
    ));
}

/// Makes again just what is broken: frames, and with them the clip, or the clip alone.
async fn repair(store: &Store, broken: &[Broken]) -> Result<usize, Failure> {
    let mut done: Vec<&Scenecode> = Vec::new();
    for one in broken {
        if done.contains(&&one.scenecode) {
            continue;
        }
        let frames = broken.iter().any(|it| it.scenecode == one.scenecode && it.frames);
        store.rerun(&one.scenecode, if frames { Rerun::Frames } else { Rerun::Clip }).await?;
        done.push(&one.scenecode);
    }
    Ok(done.len())
}
