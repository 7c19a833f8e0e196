//! Tests of placing files.

use super::*;

const FINAL: &str = "frames/001/SCN1_first.7-3fa9c2.png";

struct Case {
    keep: tempfile::TempDir,
    root: MediaRoot,
}

impl Case {
    fn new() -> Case {
        let keep = tempfile::tempdir().unwrap();
        let root = MediaRoot::open(keep.path().join("media")).unwrap();
        Case { keep, root }
    }

    fn spooled(&self, text: &str) -> PathBuf {
        let path = self.keep.path().join("spooled");
        fs::write(&path, text).unwrap();
        path
    }

    fn read(&self, relative: &str) -> String {
        fs::read_to_string(self.root.folder().join(relative)).unwrap()
    }

    fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.root.folder().join(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn a_placed_file_has_its_bytes_and_hash_and_no_part_stays() {
    let case = Case::new();
    let from = case.spooled("picture");
    let placed = case.root.place(&from, FINAL).unwrap();
    assert_eq!(placed.relative, FINAL);
    assert_eq!(placed.bytes, 7);
    assert_eq!(placed.sha256, MediaRoot::hash(&from).unwrap().sha256);
    assert_eq!(case.read(FINAL), "picture");
    assert_eq!(case.names_in("frames/001"), ["SCN1_first.7-3fa9c2.png"]);
    assert!(from.exists(), "the spool keeps its file until the commit");
}

#[test]
fn placing_again_leaves_the_same_file() {
    let case = Case::new();
    let from = case.spooled("picture");
    let first = case.root.place(&from, FINAL).unwrap();
    assert_eq!(case.root.place(&from, FINAL).unwrap(), first);
    assert_eq!(case.root.files().unwrap(), [FINAL]);
}

#[test]
fn a_half_written_file_under_the_final_name_is_replaced() {
    let case = Case::new();
    fs::create_dir_all(case.root.folder().join("frames/001")).unwrap();
    fs::write(case.root.folder().join(FINAL), "pict").unwrap();
    case.root.place(&case.spooled("picture"), FINAL).unwrap();
    assert_eq!(case.read(FINAL), "picture");
}

#[test]
fn a_missing_source_is_an_error_and_leaves_nothing() {
    let case = Case::new();
    let error = case.root.place(&case.keep.path().join("nothing"), FINAL).unwrap_err();
    assert_eq!(error.fault(), rushes_core::FaultClass::Machine);
    assert!(case.root.files().unwrap().is_empty());
    assert!(case.names_in("frames/001").is_empty());
}

#[test]
fn nothing_is_placed_outside_the_root() {
    let case = Case::new();
    let from = case.spooled("picture");
    assert!(matches!(case.root.place(&from, "../escaped"), Err(Error::Path { .. })));
    assert!(!case.keep.path().join("escaped").exists());
}

#[cfg(unix)]
#[test]
fn other_users_of_a_share_may_read_what_is_placed() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new();
    let from = case.spooled("picture");
    case.root.place(&from, FINAL).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&case.root.folder().join(FINAL)), mode(&from), "as the umask says, no stricter");
}

#[test]
fn removing_says_whether_the_file_was_there() {
    let case = Case::new();
    case.root.place(&case.spooled("x"), FINAL).unwrap();
    assert!(case.root.remove(FINAL).unwrap());
    assert!(!case.root.remove(FINAL).unwrap());
    assert!(!case.root.remove("clips/009/never.mp4").unwrap());
}

#[test]
fn only_files_of_the_same_frame_with_a_lower_claim_are_left_by_earlier_claims() {
    let case = Case::new();
    let others = [
        "frames/001/SCN1_first.8-3fa9c2.png",
        "frames/001/SCN1_last.3-3fa9c2.png",
        "frames/001/SCN12_first.3-3fa9c2.png",
        "frames/002/SCN1_first.3-3fa9c2.png",
        "frames/001/SCN1_first.png",
    ];
    let earlier = ["frames/001/SCN1_first.3-aaaaaa.jpg", "frames/001/SCN1_first.6-3fa9c2.png"];
    for relative in others.iter().chain(&earlier).chain(&[FINAL]) {
        case.root.place(&case.spooled("x"), relative).unwrap();
    }
    let mut found = case.root.left_by_earlier_claims(FINAL).unwrap();
    found.sort();
    assert_eq!(found, earlier);
    assert_eq!(case.root.left_by_earlier_claims("frames/009/SCN1_first.7-3fa9c2.png").unwrap(), [""; 0]);
}

#[test]
fn an_orphan_keeps_its_path_and_never_replaces_another() {
    let case = Case::new();
    for text in ["one", "two", "three"] {
        case.root.place(&case.spooled(text), FINAL).unwrap();
        case.root.set_aside(FINAL).unwrap();
    }
    assert!(case.root.files().unwrap().is_empty());
    assert_eq!(case.read(&format!("orphans/{FINAL}")), "one");
    assert_eq!(case.read(&format!("orphans/{FINAL}.2")), "two");
    assert_eq!(case.read(&format!("orphans/{FINAL}.3")), "three");
}

#[test]
fn setting_aside_what_is_not_there_is_an_error_and_leaves_no_name() {
    let case = Case::new();
    assert!(case.root.set_aside(FINAL).is_err());
    assert!(!case.root.folder().join("orphans").exists());
}
