//! Programs that outlive their worker: a worker that was killed cannot end what it had started; its next start does.

use std::fs;
use std::path::Path;

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use super::child::kill_tree;

/// The note in the folder of a claim: which program runs for it.
const NOTE: &str = ".program";

/// Notes the program that runs now.
pub(super) fn note(folder: &Path, id: u32) {
    let Some(since) = running_since(id) else { return };
    let place = place_of(folder);
    if let Err(error) = fs::write(folder.join(NOTE), format!("{id} {since} {place}\n")) {
        tracing::debug!(%error, "a running program is not noted");
    }
}

/// The program has ended.
pub(super) fn forget(folder: &Path) {
    let _ = fs::remove_file(folder.join(NOTE));
}

/// Ends the program that a worker which is dead had started for the claim of this folder; says whether there was one.
pub fn end_left_program(folder: &Path) -> bool {
    let Some((id, since, place)) = fs::read_to_string(folder.join(NOTE)).ok().and_then(|it| read(&it)) else {
        return false;
    };
    forget(folder);
    if place != place_of(folder) {
        // A copy of the folder: the program may work for a worker that lives.
        return false;
    }
    // Numbers are used again: only a process that began at the same time is the same.
    let runs = running_since(id) == Some(since);
    if runs {
        kill_tree(id);
    }
    runs
}

fn read(note: &str) -> Option<(u32, u64, String)> {
    let (id, rest) = note.trim_end().split_once(' ')?;
    let (since, place) = rest.split_once(' ')?;
    Some((id.parse().ok()?, since.parse().ok()?, place.to_owned()))
}

/// Where a folder really lies.
fn place_of(folder: &Path) -> String {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).display().to_string()
}

/// Since when a process runs, in seconds; `None` if there is none.
fn running_since(id: u32) -> Option<u64> {
    let (mut system, id) = (System::new().ok()?, Pid::from_u32(id));
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), true, ProcessRefreshKind::nothing());
    system.process(id).map(sysinfo::Process::start_time)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_program_that_was_left_is_ended_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut left = Command::new("sleep").arg("600").process_group(0).spawn().unwrap();
        note(folder.path(), left.id());
        assert!(end_left_program(folder.path()));
        assert!(!left.wait().unwrap().success());
        assert!(!end_left_program(folder.path()));
    }

    #[test]
    fn another_process_with_the_same_number_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut other = Command::new("sleep").arg("600").process_group(0).spawn().unwrap();
        let place = place_of(folder.path());
        fs::write(folder.path().join(NOTE), format!("{} 1 {place}\n", other.id())).unwrap();
        assert!(!end_left_program(folder.path()));
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }

    #[test]
    fn a_copy_of_the_folder_ends_nothing() {
        let (folder, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut other = Command::new("sleep").arg("600").process_group(0).spawn().unwrap();
        note(folder.path(), other.id());
        fs::copy(folder.path().join(NOTE), copy.path().join(NOTE)).unwrap();
        assert!(!end_left_program(copy.path()));
        assert!(other.try_wait().unwrap().is_none());
        assert!(end_left_program(folder.path()));
        other.wait().unwrap();
    }

    #[test]
    fn a_note_that_is_none_ends_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for text in ["", "x", "1", "1 x", "-1 2"] {
            fs::write(folder.path().join(NOTE), text).unwrap();
            assert!(!end_left_program(folder.path()), "{text:?}");
        }
    }
}
