//! Polls are claims: one poller and one fetcher for each clip in the whole farm.

use std::sync::Arc;
use std::time::Duration;

use rushes_core::{Fault, FaultClass};
use rushes_store::{Answer, ClipMeta, Doing, Held, Locked, NotFound, PollClaim, Rerun, Store};
use rushes_testkit::{Fresh, on_every_database};
use tokio::sync::Barrier;

use crate::clips_stage::{BARE, MAKER, READY, meta, paid, poll, polls_are_due, ready, submitted};
use crate::fixture;
use crate::images_stage::{Person, holder};

on_every_database! {
    two_pollers_never_hold_one_row,
    only_due_polls_of_known_makers_are_claimed,
    an_old_pollers_answer_is_stale,
    a_beat_keeps_a_poll_while_its_clip_is_fetched,
    a_running_clip_is_asked_about_later,
    a_finished_clip_is_written_once,
    a_clip_that_is_made_again_takes_the_place_of_the_one_before,
    the_cost_that_comes_at_the_end_reaches_the_ledger,
    the_sixth_charge_gives_a_clip_up,
    a_refused_clip_is_failed_at_once,
    a_fault_of_ours_never_gives_up_an_id,
    the_third_not_found_over_ten_minutes_is_a_loss,
    a_running_answer_forgets_what_was_not_found,
    a_free_clip_that_is_not_found_is_lost_at_once,
}

const SOON: Duration = Duration::from_secs(5);

async fn two_pollers_never_hold_one_row(db: Fresh) {
    let store = ready(&db, 10).await;
    for number in 1..=10 {
        submitted(&db, &store, &holder("001"), &format!("job-{number}")).await;
    }
    let barrier = Arc::new(Barrier::new(4));
    let mut tasks = Vec::new();
    for number in 0..4 {
        let (store, barrier) = (fixture::empty(&db).await, Arc::clone(&barrier));
        tasks.push(tokio::spawn(async move {
            let me = holder(&format!("{number:03}"));
            let mut polls: Vec<PollClaim> = Vec::new();
            barrier.wait().await;
            loop {
                let more = store.claim_polls(&me, &[MAKER], 3).await.unwrap();
                if more.is_empty() {
                    return polls;
                }
                polls.extend(more);
            }
        }));
    }
    let mut codes = Vec::new();
    for task in tasks {
        codes.extend(task.await.unwrap().into_iter().map(|it| it.scenecode));
    }
    codes.sort();
    codes.dedup_by(|one, other| {
        assert_ne!(one, other, "two pollers hold one row");
        false
    });
    // Passed over is at most what another poller was just taking: it is due again at once.
    let rest = store.claim_polls(&holder("009"), &[MAKER], 10).await.unwrap();
    assert_eq!(codes.len() + rest.len(), 10, "{codes:?} {rest:?}");
    assert!(rest.iter().all(|it| !codes.contains(&it.scenecode)));
}

async fn only_due_polls_of_known_makers_are_claimed(db: Fresh) {
    let store = ready(&db, 2).await;
    let me = holder("001");
    submitted(&db, &store, &me, "job-1").await;
    assert!(store.claim_polls(&me, &["kling"], 5).await.unwrap().is_empty());
    assert!(store.claim_polls(&me, &[MAKER], 0).await.unwrap().is_empty());
    let claim = &store.claim_polls(&me, &["kling", MAKER], 5).await.unwrap()[0];
    assert_eq!((claim.vdurl.as_str(), claim.maker_ref.as_str()), ("job-1", "req-7"));
    assert_eq!((claim.claim_seq, claim.named_before.as_deref()), (2, None));
    assert!(claim.submitted_at.is_some());
    // Its lease runs.
    assert!(store.claim_polls(&holder("002"), &[MAKER], 5).await.unwrap().is_empty());
}

async fn an_old_pollers_answer_is_stale(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    let old = poll(&store, &holder("001")).await;
    polls_are_due(&db).await;
    let new = poll(&store, &holder("002")).await;
    let before =
        person.process(1, "status, claim_seq, worker_id, vdurl, retry_count, not_found, next_poll_at").await;
    assert_eq!(store.poll_running(&old, SOON).await.unwrap(), Answer::Stale);
    assert_eq!(store.poll_not_found(&old, SOON, true).await.unwrap(), NotFound::Stale);
    let fault = Fault::new(FaultClass::Task, "failed");
    assert_eq!(store.fail_poll(&old, &fault, 0.5, &paid()).await.unwrap(), Answer::Stale);
    assert_eq!(store.finish_clip(&old, &meta("old.mp4")).await.unwrap(), Answer::Stale);
    let after =
        person.process(1, "status, claim_seq, worker_id, vdurl, retry_count, not_found, next_poll_at").await;
    assert_eq!(before, after);
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_videometa").await, "0");
    assert_eq!(store.finish_clip(&new, &meta("new.mp4")).await.unwrap(), Answer::Applied);
    assert_eq!(person.look("SELECT path FROM dbvideo_videometa").await, "new.mp4");
    // What was dropped is said once.
    assert_eq!(person.clip_log(1).await, "2|lost|NULL\n3|done|NULL");
}

async fn a_beat_keeps_a_poll_while_its_clip_is_fetched(db: Fresh) {
    let store = ready(&db, 1).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    let claim = poll(&store, &holder("001")).await;
    polls_are_due(&db).await;
    let held = Held { clips: vec![(claim.scenecode.clone(), claim.claim_seq)], ..Held::default() };
    store.beat(&claim.holder, &held, &Doing::default()).await.unwrap();
    assert!(store.claim_polls(&holder("002"), &[MAKER], 5).await.unwrap().is_empty());
    assert_eq!(store.finish_clip(&claim, &meta("a.mp4")).await.unwrap(), Answer::Applied);
}

async fn a_running_clip_is_asked_about_later(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    let claim = poll(&store, &holder("001")).await;
    let ours = Held { clips: vec![(claim.scenecode.clone(), claim.claim_seq)], ..Held::default() };
    assert_eq!(store.held(&claim.holder).await.unwrap(), ours);
    assert_eq!(store.poll_running(&claim, SOON).await.unwrap(), Answer::Applied);
    // Until the next poll it is nobody's, and a beat that comes late does not put that poll off.
    assert_eq!(store.held(&claim.holder).await.unwrap(), Held::default());
    store.beat(&claim.holder, &ours, &Doing::default()).await.unwrap();
    let later = "SELECT COUNT(*) FROM dbvideo_process WHERE next_poll_at = last_update_time + 5000";
    assert_eq!(person.look(later).await, "1");
    assert!(store.claim_polls(&holder("001"), &[MAKER], 5).await.unwrap().is_empty());
    polls_are_due(&db).await;
    assert_eq!(poll(&store, &holder("001")).await.claim_seq, claim.claim_seq + 1);
    assert_eq!(person.clip_log(1).await, "");
}

async fn a_finished_clip_is_written_once(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    let claim = poll(&store, &holder("002")).await;
    assert_eq!(store.finish_clip(&claim, &meta("clips/a.mp4")).await.unwrap(), Answer::Applied);
    assert_eq!(store.finish_clip(&claim, &meta("clips/b.mp4")).await.unwrap(), Answer::Already);
    assert_eq!(person.process(1, "status, task_lock, worker_id, vdurl").await, "done|1|002|job-1");
    let columns = "claim_seq, path, bytes, sha256, width, height, duration_ms, codec, maker, vdurl, currency";
    let written = person.look(&format!("SELECT {columns} FROM dbvideo_videometa")).await;
    assert_eq!(written, "2|clips/a.mp4|123456|ab12|640|360|3000|h264|jimeng|job-1|CNY");
    assert_eq!(
        person.look("SELECT COUNT(*) FROM dbvideo_videometa WHERE fps = 24 AND cost = 0.5").await,
        "1"
    );
    assert_eq!(person.clip_log(1).await, "2|done|NULL");
    let logged =
        "SELECT bytes, maker FROM dbvideo_worklog WHERE stage = 'clip' AND cost = 0.5 AND started_at > 0";
    assert_eq!(person.look(logged).await, "123456|jimeng");
    polls_are_due(&db).await;
    assert!(store.claim_polls(&holder("001"), &[MAKER], 5).await.unwrap().is_empty());
}

async fn a_clip_that_is_made_again_takes_the_place_of_the_one_before(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    let claim = poll(&store, &holder("001")).await;
    store.finish_clip(&claim, &meta("clips/a.mp4")).await.unwrap();
    assert_eq!(store.rerun(&fixture::code(1), Rerun::Clip).await.unwrap(), Answer::Applied);
    assert_eq!(person.process(1, BARE).await, READY);
    submitted(&db, &store, &holder("001"), "job-2").await;
    let claim = poll(&store, &holder("001")).await;
    assert_eq!(claim.named_before.as_deref(), Some("clips/a.mp4"));
    assert_eq!(store.finish_clip(&claim, &meta("clips/b.mp4")).await.unwrap(), Answer::Applied);
    let written = person.look("SELECT path, vdurl, claim_seq FROM dbvideo_videometa").await;
    assert_eq!(written, format!("clips/b.mp4|job-2|{}", claim.claim_seq));
}

async fn the_cost_that_comes_at_the_end_reaches_the_ledger(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    let claim = poll(&store, &holder("001")).await;
    let dear = ClipMeta { cost: Some(2.0), currency: Some("USD".to_owned()), ..meta("a.mp4") };
    store.finish_clip(&claim, &dear).await.unwrap();
    for table in ["submission", "videometa"] {
        let sql = format!("SELECT COUNT(*) FROM dbvideo_{table} WHERE cost = 2 AND currency = 'USD'");
        assert_eq!(person.look(&sql).await, "1", "{table}");
    }
}

async fn fail(db: &Fresh, store: &Store, class: FaultClass) -> PollClaim {
    submitted(db, store, &holder("001"), "job").await;
    let claim = poll(store, &holder("002")).await;
    let fault = Fault::new(class, "the platform said: no");
    assert_eq!(store.fail_poll(&claim, &fault, 0.5, &paid()).await.unwrap(), Answer::Applied);
    claim
}

async fn the_sixth_charge_gives_a_clip_up(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    for charge in 1..=5 {
        let claim = fail(&db, &store, FaultClass::Task).await;
        let row = person.process(1, "status, task_lock, retry_count, vdurl, last_error").await;
        assert_eq!(row, format!("ready|0|{charge}|NULL|the platform said: no"));
        assert_eq!(person.alerts().await, "");
        assert_eq!(person.process(1, "COUNT(*)").await, "1");
        let waits = "SELECT COUNT(*) FROM dbvideo_process WHERE due_at > 0";
        assert_eq!(person.look(waits).await, "1");
        person.run("UPDATE dbvideo_process SET due_at = 0").await;
        let fault = Fault::new(FaultClass::Task, "again");
        assert_eq!(store.fail_poll(&claim, &fault, 0.5, &paid()).await.unwrap(), Answer::Already);
    }
    fail(&db, &store, FaultClass::Task).await;
    assert_eq!(person.process(1, "status, task_lock, retry_count").await, "failed|1|6");
    assert_eq!(person.alerts().await, "failed");
    assert_eq!(store.lock_clip(&holder("001"), MAKER, &paid()).await.unwrap(), Locked::Nothing);
}

async fn a_refused_clip_is_failed_at_once(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    fail(&db, &store, FaultClass::Refused).await;
    assert_eq!(person.process(1, "status, retry_count").await, "failed|1");
    assert_eq!(person.look("SELECT kind, message FROM dbvideo_alert").await, "refused|the platform said: no");
}

async fn a_fault_of_ours_never_gives_up_an_id(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    for class in [FaultClass::Busy, FaultClass::Down, FaultClass::Money, FaultClass::Machine] {
        polls_are_due(&db).await;
        let claim = poll(&store, &holder("001")).await;
        let fault = Fault::new(class, "not now").after(Some(Duration::from_secs(30)));
        assert_eq!(store.fail_poll(&claim, &fault, 0.5, &paid()).await.unwrap(), Answer::Applied);
        assert_eq!(
            person.process(1, "status, vdurl, retry_count, last_error").await,
            "submitted|job-1|0|not now"
        );
        let later = "SELECT COUNT(*) FROM dbvideo_process WHERE next_poll_at = last_update_time + 30000";
        assert_eq!(person.look(later).await, "1", "{class:?}");
    }
    assert_eq!(person.ledger("vdurl, outcome").await, "job-1|accepted");
    assert_eq!(person.alerts().await, "maker paused");
}

async fn not_found(db: &Fresh, store: &Store, free: bool) -> NotFound {
    polls_are_due(db).await;
    let claim = poll(store, &holder("001")).await;
    store.poll_not_found(&claim, SOON, free).await.unwrap()
}

async fn the_third_not_found_over_ten_minutes_is_a_loss(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    // Two over an hour are too few, four at once too soon.
    assert_eq!(not_found(&db, &store, false).await, NotFound::Again);
    person.run("UPDATE dbvideo_process SET not_found_at = not_found_at - 3600000").await;
    assert_eq!(not_found(&db, &store, false).await, NotFound::Again);
    person.run("UPDATE dbvideo_process SET not_found_at = not_found_at + 3600000").await;
    assert_eq!(not_found(&db, &store, false).await, NotFound::Again);
    assert_eq!(not_found(&db, &store, false).await, NotFound::Again);
    assert_eq!(person.process(1, "status, vdurl, not_found").await, "submitted|job-1|4");
    assert_eq!(person.alerts().await, "");
    person.run("UPDATE dbvideo_process SET not_found_at = not_found_at - 600000").await;
    assert_eq!(not_found(&db, &store, false).await, NotFound::Lost);
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.process(1, "retry_count, not_found, not_found_at").await, "0|0|NULL");
    assert_eq!(person.alerts().await, "paid again");
    assert_eq!(person.ledger("vdurl").await, "job-1");
}

async fn a_running_answer_forgets_what_was_not_found(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    not_found(&db, &store, false).await;
    not_found(&db, &store, false).await;
    person.run("UPDATE dbvideo_process SET not_found_at = not_found_at - 3600000").await;
    polls_are_due(&db).await;
    let claim = poll(&store, &holder("001")).await;
    assert_eq!(claim.not_found, 2);
    store.poll_running(&claim, SOON).await.unwrap();
    assert_eq!(not_found(&db, &store, false).await, NotFound::Again);
    assert_eq!(person.process(1, "not_found").await, "1");
}

async fn a_free_clip_that_is_not_found_is_lost_at_once(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    assert_eq!(not_found(&db, &store, true).await, NotFound::Lost);
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.alerts().await, "");
    assert_eq!(person.clip_log(1).await, "2|lost|NULL");
}
