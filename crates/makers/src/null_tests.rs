use std::time::Duration;

use rushes_media::{ClipExpectation, check_clip, check_frame};

use super::*;
use crate::fixture::{clip_request, frame_request};

#[tokio::test]
async fn a_null_frame_passes_the_check_in_any_size() {
    let folder = tempfile::tempdir().unwrap();
    for (width, height) in [(64, 48), (640, 360), (33, 71), (2, 2)] {
        let request = FrameRequest { width, height, ..frame_request(folder.path()) };
        let made = NullFrames.make(&request).await.unwrap();
        assert_eq!(made.seed, 7);
        check_frame(&made.path, width, height).unwrap();
    }
}

#[tokio::test]
async fn a_null_clip_passes_the_check_for_any_duration_and_in_any_process() {
    let folder = tempfile::tempdir().unwrap();
    for ms in [1, 900, 3000, 5010] {
        let duration = Duration::from_millis(ms);
        let request = ClipRequest { duration, ..clip_request(folder.path()).await };
        let id = NullClips.submit(&request).await.unwrap().vdurl;
        let Polled::Finished { source } = NullClips.poll(&id, "").await.unwrap() else {
            panic!("not finished")
        };
        let out = folder.path().join("out.mp4");
        NullClips.fetch(&id, &source, &out).await.unwrap();
        check_clip(&out, &ClipExpectation { width: 64, height: 48, fps: 6, duration }).unwrap();
    }
}

#[tokio::test]
async fn two_submissions_have_two_ids_and_a_foreign_id_is_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let request = clip_request(folder.path()).await;
    let [one, two] = [NullClips.submit(&request).await.unwrap(), NullClips.submit(&request).await.unwrap()];
    assert_ne!(one.vdurl, two.vdurl);
    for id in ["", "null-", "null-1-2-3-4", "animatic-64-48-6-12", "null-64-48-6"] {
        assert_eq!(NullClips.poll(id, "").await.unwrap(), Polled::NotFound, "{id}");
        assert!(NullClips.fetch(id, id, &folder.path().join("out.mp4")).await.is_err());
    }
}

#[test]
fn a_clip_is_encoded_once() {
    let format = Format::new(32, 32, 6, Duration::from_secs(1)).unwrap();
    assert!(Arc::ptr_eq(&clip(format).unwrap(), &clip(format).unwrap()));
}

#[test]
fn key_frames_that_follow_each_other_differ() {
    let format = Format::new(32, 32, 6, Duration::from_secs(1)).unwrap();
    let (folder, picture) = (tempfile::tempdir().unwrap(), picture(32, 32).unwrap());
    let path = folder.path().join("picture.png");
    std::fs::write(&path, &*picture).unwrap();
    let keys = KeyFrames::encode(&Planes::read(&path, 32, 32).unwrap(), &format).unwrap();
    let [one, two] = keys.frames();
    assert_ne!(one, two);
}
