use tempfile::TempDir;

use super::*;

fn spool(folder: &TempDir) -> Spool {
    Spool::lock(folder.path(), "001").unwrap()
}

#[test]
fn a_second_process_cannot_lock_the_same_spool() {
    let folder = tempfile::tempdir().unwrap();
    let first = spool(&folder);
    assert!(matches!(Spool::lock(folder.path(), "001"), Err(Error::SpoolLocked { .. })));
    drop(first);
    spool(&folder);
}

#[test]
fn what_could_not_be_forgotten_in_time_is_forgotten_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let spool = spool(&folder);
    let claim = spool.folder_of(2, 1);
    fs::create_dir_all(&claim).unwrap();
    spool.to_forget.lock().unwrap().push(claim.clone());
    spool.forget(&spool.folder_of(3, 1));
    assert_eq!(spool.to_forget.lock().unwrap().len(), 1, "what is not there needs no second try");
    spool.forget_the_rest();
    assert!(!claim.exists() && spool.to_forget.lock().unwrap().is_empty());
}

#[test]
fn a_submission_is_known_until_it_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let noted = SpooledSubmission {
        submission: 7,
        scenecode: "SCN1".to_owned(),
        claim_seq: 2,
        maker: "m".to_owned(),
        answer: None,
    };
    spool(&folder).note_submission(&noted).unwrap();
    let again = spool(&folder);
    assert_eq!(again.submissions().unwrap(), [noted]);
    again.forget_submission(7);
    assert_eq!(again.submissions().unwrap(), []);
}

#[test]
fn what_a_dead_start_wrote_half_or_fetched_half_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let first = spool(&folder);
    let left = [
        first.folder.join("boots.new"),
        first.folder.join("kept").join("SCN1.new"),
        first.folder.join("submissions").join("7.new"),
        first.clip_path("SCN1", 3),
        first.folder.join("claims").join("9-4").join("first.png"),
    ];
    fs::create_dir(first.folder.join("claims").join("9-4")).unwrap();
    for path in &left {
        fs::write(path, "{").unwrap();
    }
    drop(first);
    let again = spool(&folder);
    assert_eq!(again.unfinished_business().unwrap(), []);
    assert_eq!(again.submissions().unwrap(), []);
    let still: Vec<_> = left.iter().filter(|it| it.exists()).collect();
    assert_eq!(still, [] as [&PathBuf; 0]);
}

#[test]
fn the_starts_of_a_folder_count_only_on_the_machine_that_noted_them() {
    let folder = tempfile::tempdir().unwrap();
    let spool = spool(&folder);
    assert_eq!(spool.boots("here"), [""; 0]);
    let boots: Vec<String> = (0..20).map(|it| format!("boot-{it}")).collect();
    spool.note_boots("here", &boots).unwrap();
    assert_eq!(spool.boots("here"), boots[4..]);
    assert_eq!(spool.boots("elsewhere"), [""; 0]);
    let copy = Spool::lock(&spool.folder.with_extension("copy"), "001").unwrap();
    fs::copy(spool.folder.join("boots"), copy.folder.join("boots")).unwrap();
    assert_eq!(copy.boots("here"), [""; 0], "the starts of a folder that was copied may live");
}

#[test]
fn a_kept_first_frame_fits_only_what_it_was_made_for() {
    let folder = tempfile::tempdir().unwrap();
    let spool = spool(&folder);
    let frame = SpooledFrame { file: "first.png".to_owned(), seed: 1, bytes: 3, extension: "png".to_owned() };
    let made = folder.path().join("made.png");
    fs::write(&made, "png").unwrap();
    spool.keep_first("SCN1", &made, &KeptFirst { asked: "a street".to_owned(), frame }).unwrap();
    let (path, _) = spool.kept_first("SCN1", "a street").unwrap();
    assert_eq!(fs::read(path).unwrap(), b"png");
    assert_eq!(spool.kept_first("SCN1", "a bridge"), None);
    assert_eq!(spool.kept_first("SCN2", "a street"), None);
    spool.drop_kept("SCN1");
    assert_eq!(spool.kept_first("SCN1", "a street"), None);
}
