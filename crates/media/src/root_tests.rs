//! Tests of the media root.

use super::*;

fn root() -> (tempfile::TempDir, MediaRoot) {
    let folder = tempfile::tempdir().unwrap();
    let root = MediaRoot::open(folder.path().join("media")).unwrap();
    (folder, root)
}

fn write(root: &MediaRoot, relative: &str) {
    let path = root.folder().join(relative);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "x").unwrap();
}

#[test]
fn opening_makes_the_folder_and_opening_again_finds_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b");
    assert!(MediaRoot::open(&path).unwrap().folder().is_dir());
    assert!(MediaRoot::open(&path).is_ok());
}

#[test]
fn a_file_in_the_way_of_the_folder_is_an_error_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("media");
    fs::write(&path, "").unwrap();
    let error = MediaRoot::open(&path).unwrap_err();
    assert_eq!(error.fault(), rushes_core::FaultClass::Machine);
    assert!(error.to_string().contains("media"), "{error}");
}

#[test]
fn a_plain_path_resolves_below_the_root() {
    let (_keep, root) = root();
    let path = root.resolve("frames/001/SCN1_first.1-abcdef.png").unwrap();
    assert_eq!(path, root.folder().join("frames").join("001").join("SCN1_first.1-abcdef.png"));
}

#[test]
fn a_path_that_could_lie_outside_is_refused() {
    let (_keep, root) = root();
    for bad in [
        "",
        "/etc/passwd",
        "..",
        "../x",
        "a/../../x",
        "a/..",
        "./a",
        "a//b",
        "a/",
        "C:/x",
        "C:x",
        "a\\b",
        "\\\\host\\x",
        "a\0b",
    ] {
        let error = root.resolve(bad).expect_err(bad);
        assert!(matches!(error, Error::Path { .. }), "{bad}: {error}");
        assert_eq!(error.fault(), rushes_core::FaultClass::Task);
    }
}

#[cfg(unix)]
#[test]
fn a_path_through_a_link_that_leaves_the_root_is_refused() {
    let (keep, root) = root();
    let outside = keep.path().join("outside");
    fs::create_dir(&outside).unwrap();
    std::os::unix::fs::symlink(&outside, root.folder().join("frames")).unwrap();
    std::os::unix::fs::symlink(keep.path().join("nowhere"), root.folder().join("dangling")).unwrap();
    for bad in ["frames/001/x.png", "frames", "dangling"] {
        assert!(matches!(root.resolve(bad), Err(Error::Path { .. })), "{bad}");
    }
}

#[cfg(unix)]
#[test]
fn a_root_that_is_itself_a_link_works() {
    let keep = tempfile::tempdir().unwrap();
    let real = keep.path().join("real");
    fs::create_dir(&real).unwrap();
    let link = keep.path().join("link");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let root = MediaRoot::open(&link).unwrap();
    assert!(root.resolve("frames/x").is_ok());
}

#[test]
fn the_marker_stays_the_same_and_differs_between_folders() {
    let (_keep, root) = root();
    let id = root.marker().unwrap();
    assert!(!id.is_empty());
    assert_eq!(root.marker().unwrap(), id);
    assert_eq!(MediaRoot::open(root.folder()).unwrap().marker().unwrap(), id);
    let (_other_keep, other) = self::root();
    assert_ne!(other.marker().unwrap(), id);
}

#[test]
fn machines_that_ask_for_the_marker_at_once_read_one_id() {
    let (_keep, root) = root();
    let barrier = std::sync::Barrier::new(8);
    let ask = || {
        barrier.wait();
        root.marker().unwrap()
    };
    let ids: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[test]
fn an_empty_marker_is_named_in_the_error() {
    let (_keep, root) = root();
    fs::write(root.folder().join(MARKER), "").unwrap();
    let error = root.marker().unwrap_err();
    assert!(error.to_string().contains(MARKER), "{error}");
}

#[test]
fn a_probe_leaves_nothing_behind() {
    let (_keep, root) = root();
    root.writable().unwrap();
    assert_eq!(fs::read_dir(root.folder()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_went_away_is_not_writable() {
    let (_keep, root) = root();
    fs::remove_dir(root.folder()).unwrap();
    assert_eq!(root.writable().unwrap_err().fault(), rushes_core::FaultClass::Machine);
    assert!(root.free_bytes().is_err());
}

#[test]
fn there_is_free_space() {
    let (_keep, root) = root();
    assert!(root.free_bytes().unwrap() > 0);
}

#[test]
fn only_published_files_of_frames_and_clips_are_listed() {
    let (_keep, root) = root();
    assert!(root.files().unwrap().is_empty());
    for file in
        ["frames/002/b.png", "frames/001/a.png", "clips/001/c.mp4", "clips/001/.part-1", "orphans/x", "y"]
    {
        write(&root, file);
    }
    assert_eq!(root.files().unwrap(), ["clips/001/c.mp4", "frames/001/a.png", "frames/002/b.png"]);
}

#[test]
fn only_old_unfinished_files_are_leftovers() {
    let (_keep, root) = root();
    for file in ["frames/001/a.png", "frames/001/.part-new", "frames/001/.part-old"] {
        write(&root, file);
    }
    let hour = Duration::from_secs(3600);
    let old = File::options().write(true).open(root.folder().join("frames/001/.part-old")).unwrap();
    old.set_modified(std::time::SystemTime::now() - 2 * hour).unwrap();
    assert_eq!(root.leftovers(hour).unwrap(), ["frames/001/.part-old"]);
    assert!(root.remove("frames/001/.part-old").unwrap());
}

#[test]
fn the_hash_is_sha256() {
    let (_keep, root) = root();
    write(&root, "frames/x");
    let hashed = MediaRoot::hash(&root.folder().join("frames/x")).unwrap();
    assert_eq!(hashed.bytes, 1);
    assert_eq!(hashed.sha256, "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881");
}

#[test]
fn a_folder_that_another_one_took_the_place_of_is_not_used() {
    let (folder, root) = root();
    root.marker().unwrap();
    let (place, away) = (folder.path().join("media"), folder.path().join("away"));
    fs::rename(&place, &away).unwrap();
    for other in ["", "01890000-0000-7000-8000-000000000000\n"] {
        fs::create_dir(&place).unwrap();
        if !other.is_empty() {
            fs::write(place.join(MARKER), other).unwrap();
        }
        let error = root.resolve("frames/a.png").unwrap_err();
        assert!(matches!(error, Error::Unmounted { .. }), "{error}");
        assert_eq!(error.fault(), rushes_core::FaultClass::Machine);
        fs::remove_dir_all(&place).unwrap();
    }
    fs::rename(&away, &place).unwrap();
    root.resolve("frames/a.png").unwrap();
}
