//! What the cases about clips are staged with: shots whose frames are there, submitted clips, and looks at the rows.

use std::time::Duration;

use rushes_core::{Film, OnUnknown};
use rushes_store::{
    AcceptedClip, Answer, ClipLock, ClipMeta, Frames, Holder, ImageEnd, ImageEnding, Locked, PollClaim, Store,
};
use rushes_testkit::Fresh;

use crate::fixture;
use crate::images_stage::{Person, all_types, claim, confirm, holder};

/// The maker of the cases.
pub(crate) const MAKER: &str = "jimeng";

/// A film whose clips cost.
pub(crate) fn paid() -> Film {
    Film { clip_maker: MAKER.to_owned(), on_unknown: OnUnknown::Hold, ..fixture::film() }
}

/// A film whose clips are free.
pub(crate) fn free() -> Film {
    Film { on_unknown: OnUnknown::Resubmit, ..paid() }
}

/// A film with `n` shots whose frames were completed by a worker, long ago.
pub(crate) async fn ready(db: &Fresh, n: usize) -> Store {
    let store = fixture::film_with_shots(db, n).await;
    let claims = claim(&store, &holder("painter"), n).await;
    let ends: Vec<_> = claims.iter().map(confirm).collect();
    let answers = store.end_images(&ends, &paid()).await.unwrap();
    assert!(answers.iter().all(|it| *it == Answer::Applied), "{answers:?}");
    let long_ago = "UPDATE dbvideo_process SET created_at = created_at - 3600000, \
                    last_update_time = last_update_time - 3600000";
    Person::enter(db).await.run(long_ago).await;
    store
}

/// Locks the next clip.
pub(crate) async fn lock(store: &Store, holder: &Holder) -> ClipLock {
    let locked = store.lock_clip(holder, MAKER, &paid()).await.unwrap();
    let Locked::Lock(lock) = locked else { panic!("expected a lock, got {locked:?}") };
    lock
}

/// Locks the next clip and begins the call.
pub(crate) async fn sent(store: &Store, holder: &Holder) -> ClipLock {
    let lock = lock(store, holder).await;
    assert_eq!(store.submission_sent(&lock).await.unwrap(), Answer::Applied);
    lock
}

/// An id that costs, which any worker can poll.
pub(crate) fn accepted(vdurl: &str) -> AcceptedClip {
    AcceptedClip {
        vdurl: vdurl.to_owned(),
        maker_ref: "req-7".to_owned(),
        reach: None,
        cost: Some(0.5),
        currency: Some("CNY".to_owned()),
        free: false,
    }
}

/// Locks the next clip, submits it and lets its first poll be due.
pub(crate) async fn submitted(db: &Fresh, store: &Store, holder: &Holder, vdurl: &str) -> ClipLock {
    let lock = sent(store, holder).await;
    assert_eq!(store.accept_clip(&lock, &accepted(vdurl), &paid()).await.unwrap(), Answer::Applied);
    polls_are_due(db).await;
    lock
}

/// Lets every poll be due.
pub(crate) async fn polls_are_due(db: &Fresh) {
    Person::enter(db).await.run("UPDATE dbvideo_process SET next_poll_at = 0").await;
}

/// Claims the one poll that is due.
pub(crate) async fn poll(store: &Store, holder: &Holder) -> PollClaim {
    let mut polls = store.claim_polls(holder, &[MAKER], 9).await.unwrap();
    assert_eq!(polls.len(), 1, "{polls:?}");
    polls.remove(0)
}

/// A fetched clip.
pub(crate) fn meta(path: &str) -> ClipMeta {
    ClipMeta {
        path: path.to_owned(),
        source: "https://platform.example/v.mp4?sign=1".to_owned(),
        bytes: 123_456,
        sha256: "ab12".to_owned(),
        width: 640,
        height: 360,
        fps: 24.0,
        duration: Duration::from_millis(3000),
        codec: "h264".to_owned(),
        cost: None,
        currency: None,
    }
}

/// Makes the frames of a shot that is being rerun.
pub(crate) async fn remake(store: &Store, name: &str) -> Answer {
    let claim = claim(store, &holder("painter"), 1).await.remove(0);
    let frames = Frames {
        firstpic: format!("{name}_first.png"),
        secondpic: format!("{name}_last.png"),
        first_sha256: "ab".repeat(32),
        second_sha256: "cd".repeat(32),
        first_seed: 1,
        second_seed: 2,
        bytes: 1,
    };
    let end = ImageEnd { claim, ending: ImageEnding::Confirm(frames), maker: "animatic".to_owned() };
    store.end_images(&[end], &paid()).await.unwrap()[0]
}

/// The image task that a painter holds for the only shot that is pending.
pub(crate) async fn painting(store: &Store, painter: &Holder) -> rushes_store::ImageClaim {
    store.claim_images(painter, &all_types(), 1).await.unwrap().remove(0)
}

impl Person {
    /// Columns of the process row of a shot.
    pub(crate) async fn process(&mut self, number: usize, columns: &str) -> String {
        let code = fixture::code(number);
        self.look(&format!("SELECT {columns} FROM dbvideo_process WHERE scenecode = '{code}'")).await
    }

    /// The submissions, a line each.
    pub(crate) async fn ledger(&mut self, columns: &str) -> String {
        self.look(&format!("SELECT {columns} FROM dbvideo_submission ORDER BY id")).await
    }

    /// The ended claims of a shot's clip: `claim|outcome|fault`.
    pub(crate) async fn clip_log(&mut self, number: usize) -> String {
        let code = fixture::code(number);
        let sql = "SELECT claim_seq, outcome, fault FROM dbvideo_worklog WHERE stage = 'clip' AND scenecode";
        self.look(&format!("{sql} = '{code}' ORDER BY id")).await
    }

    /// The kinds of all alerts.
    pub(crate) async fn alerts(&mut self) -> String {
        self.look("SELECT kind FROM dbvideo_alert ORDER BY id").await
    }

    /// Sets the times of all locks back by a little more than the lock time.
    pub(crate) async fn age_locks(&mut self) {
        self.run("UPDATE dbvideo_process SET last_update_time = last_update_time - 601000").await;
        self.run("UPDATE dbvideo_submission SET intent_at = intent_at - 601000").await;
    }

    /// Types the article's lock.
    pub(crate) async fn lock_as_in_the_article(&mut self, number: usize) -> u64 {
        let code = fixture::code(number);
        let sql = "UPDATE dbvideo_process SET task_lock = 1 WHERE scenecode";
        self.run(&format!("{sql} = '{code}' AND task_lock = 0")).await
    }
}

/// The row is ready, and nothing of a holder or a platform stayed in it.
pub(crate) const BARE: &str =
    "status, task_lock, worker_id, boot_id, last_update_time, vdurl, maker, submission";
/// What [`BARE`] reads in a row that is ready.
pub(crate) const READY: &str = "ready|0|NULL|NULL|NULL|NULL|NULL|NULL";
