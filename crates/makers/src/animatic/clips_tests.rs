use std::time::Duration;

use rushes_core::Scenecode;
use rushes_media::{ClipExpectation, check_clip};

use super::*;
use crate::fixture::clip_request;

/// Polls until the maker says something other than `Running`.
async fn settled(maker: &AnimaticClips, id: &str) -> Polled {
    loop {
        match maker.poll(id, "").await.unwrap() {
            Polled::Running => tokio::time::sleep(Duration::from_millis(2)).await,
            other @ (Polled::Finished { .. } | Polled::Failed(_) | Polled::NotFound) => return other,
        }
    }
}

#[tokio::test]
async fn a_submitted_clip_is_finished_fetched_and_right() {
    let folder = tempfile::tempdir().unwrap();
    let maker = AnimaticClips::new().unwrap();
    let request =
        ClipRequest { scenecode: Scenecode::new("镜头 1").unwrap(), ..clip_request(folder.path()).await };
    let id = maker.submit(&request).await.unwrap().vdurl;
    let Polled::Finished { source } = settled(&maker, &id).await else { panic!("the clip is not finished") };
    let out = folder.path().join("clip.mp4");
    maker.fetch(&id, &source, &out).await.unwrap();
    let expected = ClipExpectation { width: 64, height: 48, fps: 6, duration: Duration::from_secs(2) };
    assert_eq!(check_clip(&out, &expected).unwrap().frames, 12);
    assert!(!Path::new(&source).exists());
}

#[tokio::test]
async fn a_clip_that_was_fetched_is_made_again_for_who_polls_again() {
    let folder = tempfile::tempdir().unwrap();
    let maker = AnimaticClips::new().unwrap();
    let id = maker.submit(&clip_request(folder.path()).await).await.unwrap().vdurl;
    let outs = ["one.mp4", "two.mp4"].map(|it| folder.path().join(it));
    for out in &outs {
        let Polled::Finished { source } = settled(&maker, &id).await else {
            panic!("the clip is not finished")
        };
        maker.fetch(&id, &source, out).await.unwrap();
        assert!(maker.fetch(&id, &source, out).await.is_err());
    }
    let [one, two] = outs.map(|it| std::fs::read(it).unwrap());
    assert_eq!(one, two);
}

#[tokio::test]
async fn an_id_of_another_process_is_not_found() {
    let maker = AnimaticClips::new().unwrap();
    assert_eq!(maker.poll("animatic-0", "").await.unwrap(), Polled::NotFound);
    let other = AnimaticClips::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let id = other.submit(&clip_request(folder.path()).await).await.unwrap().vdurl;
    assert_eq!(maker.poll(&id, "").await.unwrap(), Polled::NotFound);
}

#[tokio::test]
async fn a_missing_frame_fails_the_job_as_a_fault_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let maker = AnimaticClips::new().unwrap();
    let request = clip_request(folder.path()).await;
    std::fs::remove_file(&request.last).unwrap();
    let id = maker.submit(&request).await.unwrap().vdurl;
    let Polled::Failed(fault) = settled(&maker, &id).await else { panic!("the job did not fail") };
    assert_eq!(fault.class, FaultClass::Machine);
    assert!(fault.message.contains("SCN000245_last.png"), "{fault}");
    // Told once: the machine may be well again, and the clip is then made anew.
    assert_eq!(maker.poll(&id, "").await.unwrap(), Polled::NotFound);
}

#[tokio::test]
async fn an_odd_size_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let maker = AnimaticClips::new().unwrap();
    let request = ClipRequest { width: 65, ..clip_request(folder.path()).await };
    let Err(SubmitError::Fault(fault)) = maker.submit(&request).await else {
        panic!("an odd size was taken")
    };
    assert_eq!(fault.class, FaultClass::Refused);
}

#[tokio::test]
async fn a_maker_that_goes_takes_its_jobs_and_its_folder_along() {
    let folder = tempfile::tempdir().unwrap();
    let maker = AnimaticClips::new().unwrap();
    let request = ClipRequest { duration: Duration::from_secs(3600), ..clip_request(folder.path()).await };
    for _ in 0..4 {
        maker.submit(&request).await.unwrap();
    }
    let studio = Arc::downgrade(&maker.studio);
    let clips = maker.studio.folder.path().to_path_buf();
    drop(maker);
    while studio.strong_count() > 0 {
        tokio::task::yield_now().await;
    }
    assert!(!clips.exists());
}
