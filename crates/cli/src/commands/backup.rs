//! `rushes backup`: the whole film in one file.

use std::path::Path;

use jiff::ZonedDateTime;

use crate::args::Backup;
use crate::backup::{Written, file_name, write};
use crate::list::{Cell, List};
use crate::project::Project;
use crate::report::{Failure, WRITABLE};
use crate::say;
use crate::summary::{counted, thousands};

/// Writes the film's backup.
pub async fn backup(project: &Project, typed: &Backup) -> Result<(), Failure> {
    let store = project.store().await?;
    let title = store.film().await?.title;
    let named = || project.folder.join(file_name(&title, ZonedDateTime::now().date()));
    let file = typed.file.clone().unwrap_or_else(named);
    if !typed.force && there(&file)? {
        return Err(Failure::new(format!("could not write `{}`: a file has that name", file.display()))
            .hint("name another file, or replace this one by `--force`"));
    }
    let written = write(&store, &file).await?;
    show(&file, &written, typed.format.json);
    Ok(())
}

/// Whether something has this name.
pub fn there(file: &Path) -> Result<bool, Failure> {
    file.try_exists().map_err(|error| {
        Failure::new(format!("could not look for `{}`: {error}", file.display())).hint(WRITABLE)
    })
}

fn show(file: &Path, written: &Written, json: bool) {
    if json {
        let mut list = List::new(&["file", "title", "shots", "rows", "bytes", "sha256"]);
        list.push(vec![
            Cell::text(file.display().to_string()),
            Cell::text(&written.film.title),
            Cell::count(written.shots()),
            Cell::count(written.all_rows()),
            Cell::count(written.bytes),
            Cell::text(&written.sha256),
        ]);
        return list.print(true, "");
    }
    say(&format!(
        "{}: `{}`, {}, {}, {} bytes",
        file.display(),
        written.film.title,
        counted(written.shots(), "shot"),
        counted(written.all_rows(), "row"),
        thousands(written.bytes)
    ));
    say("Frames and clips are not in it: they stay in the media folder. `rushes restore` reads it.");
}
