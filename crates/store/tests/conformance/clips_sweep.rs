//! What the watchdog and a worker's start take back of clips.

use rushes_store::{AcceptedClip, Answer, ClipSweep, Doing, Held, Holder, LockEnding, Store};
use rushes_testkit::{Fresh, on_every_database};

use crate::clips_stage::{
    BARE, MAKER, READY, accepted, free, lock, meta, paid, poll, polls_are_due, ready, sent, submitted,
};
use crate::fixture;
use crate::images_stage::{Person, holder, start};

on_every_database! {
    a_call_that_nobody_answered_is_held_where_clips_cost,
    a_call_that_nobody_answered_is_made_again_where_clips_are_free,
    a_beat_keeps_a_lock,
    a_late_refusal_is_known_although_the_lock_was_taken_back,
    a_lock_that_its_start_does_not_know_is_released,
    a_clip_in_reach_of_one_start_is_polled_only_there,
    a_clip_out_of_reach_is_ready_again_uncharged,
    a_new_start_lets_go_what_only_the_last_could_reach,
    a_poll_of_an_earlier_start_is_due_at_once,
    an_intent_that_a_person_left_behind_is_ended,
    a_clip_that_a_person_submitted_by_hand_is_polled,
}

async fn a_call_that_nobody_answered_is_held_where_clips_cost(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep::default());
    person.age_locks().await;
    let held = ClipSweep { held: 1, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), held);
    let row = person.process(1, "status, task_lock, retry_count, worker_id, submission").await;
    assert_eq!(row, format!("failed|1|0|NULL|{}", lock.submission));
    assert_eq!(person.ledger("outcome").await, "unknown");
    assert_eq!(person.alerts().await, "perhaps paid");
    assert_eq!(person.clip_log(1).await, "1|lost|NULL");
    // Whoever wakes up now ends nothing.
    let late = LockEnding::Unknown { message: "the line broke".to_owned() };
    assert_eq!(store.end_lock(&lock, &late, &paid()).await.unwrap(), Answer::Stale);
    assert_eq!(person.process(1, "status").await, "failed");
}

async fn a_call_that_nobody_answered_is_made_again_where_clips_are_free(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    sent(&store, &holder("001")).await;
    person.age_locks().await;
    let returned = ClipSweep { returned: 1, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&free()).await.unwrap(), returned);
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.ledger("outcome").await, "unknown");
    assert_eq!(person.alerts().await, "");
    assert_eq!(lock(&store, &holder("002")).await.claim_seq, 2);
}

async fn a_beat_keeps_a_lock(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    let kept = sent(&store, &me).await;
    let lost = sent(&store, &me).await;
    person.age_locks().await;
    let held = Held { clips: vec![(kept.scenecode.clone(), kept.claim_seq)], ..Held::default() };
    store.beat(&me, &held, &Doing::default()).await.unwrap();
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep { held: 1, ..ClipSweep::default() });
    assert_eq!(store.accept_clip(&kept, &accepted("job-1"), &paid()).await.unwrap(), Answer::Applied);
    assert_eq!(store.accept_clip(&lost, &accepted("job-2"), &paid()).await.unwrap(), Answer::Stale);
}

async fn a_late_refusal_is_known_although_the_lock_was_taken_back(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    person.age_locks().await;
    store.sweep_clips(&paid()).await.unwrap();
    assert_eq!(person.ledger("outcome").await, "unknown");
    assert_eq!(store.end_lock(&lock, &LockEnding::NotSent, &paid()).await.unwrap(), Answer::Stale);
    assert_eq!(person.ledger("outcome").await, "not sent");
}

async fn a_lock_that_its_start_does_not_know_is_released(db: Fresh) {
    let store = ready(&db, 3).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    let known = lock(&store, &me).await;
    let unknown = lock(&store, &me).await;
    let others = lock(&store, &holder("002")).await;
    let carried = Held {
        clips: vec![
            (unknown.scenecode.clone(), unknown.claim_seq),
            (known.scenecode.clone(), known.claim_seq - 1),
            (others.scenecode.clone(), others.claim_seq),
        ],
        ..Held::default()
    };
    assert_eq!(store.release_unknown_clips(&me, &carried, &paid()).await.unwrap(), 1);
    assert_eq!(person.process(1, "task_lock, worker_id").await, "1|001");
    assert_eq!(person.process(2, BARE).await, READY);
    assert_eq!(person.process(3, "task_lock, worker_id").await, "1|002");
    assert_eq!(person.ledger("outcome").await, "intent\nnot sent\nintent");
}

/// Submits the next clip to a maker that only this start can reach.
async fn drawn(db: &Fresh, store: &Store, holder: &Holder) {
    let lock = sent(store, holder).await;
    let reach = Some(holder.boot_id.clone());
    let drawn = AcceptedClip { reach, free: true, cost: None, ..accepted("draw-1") };
    assert_eq!(store.accept_clip(&lock, &drawn, &free()).await.unwrap(), Answer::Applied);
    polls_are_due(db).await;
}

/// Enters a worker into the database, with a beat so many milliseconds ago.
async fn enters(store: &Store, person: &mut Person, worker: &Holder, ago: i64) {
    let beat = store.now().await.unwrap().0 - ago;
    let columns = "worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, started_at, lastbeat";
    let values =
        format!("'{}', '{}', '', '', '', '', '', 1, '', '', 0, {beat}", worker.worker_id, worker.boot_id);
    person.run(&format!("DELETE FROM dbvideo_worker WHERE worker_id = '{}'", worker.worker_id)).await;
    person.run(&format!("INSERT INTO dbvideo_worker ({columns}) VALUES ({values})")).await;
}

async fn a_clip_in_reach_of_one_start_is_polled_only_there(db: Fresh) {
    let store = ready(&db, 1).await;
    let (me, later) = (start("001", "a"), start("001", "b"));
    drawn(&db, &store, &me).await;
    for other in [&holder("002"), &later] {
        assert!(store.claim_polls(other, &[MAKER], 5).await.unwrap().is_empty(), "{other:?}");
    }
    let claim = poll(&store, &me).await;
    assert_eq!(store.finish_clip(&claim, &meta("a.mp4")).await.unwrap(), Answer::Applied);
}

async fn a_clip_out_of_reach_is_ready_again_uncharged(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    let vanished = ClipSweep { vanished: 1, ..ClipSweep::default() };
    // Silent for longer than the stale time; gone politely; replaced by another start.
    let gone: [(&Holder, i64, &str); 3] = [
        (&me, 601_000, "SELECT 1"),
        (&me, 0, "UPDATE dbvideo_worker SET ended_at = 1"),
        (&start("001", "b"), 0, "SELECT 1"),
    ];
    for (worker, ago, then) in gone {
        drawn(&db, &store, &me).await;
        enters(&store, &mut person, &me, 599_000).await;
        assert_eq!(store.sweep_clips(&free()).await.unwrap(), ClipSweep::default());
        enters(&store, &mut person, worker, ago).await;
        person.run(then).await;
        assert_eq!(store.sweep_clips(&free()).await.unwrap(), vanished, "{worker:?} {ago} {then}");
        assert_eq!(person.process(1, BARE).await, READY);
        assert_eq!(person.process(1, "retry_count, reach").await, "0|NULL");
    }
    assert_eq!(person.alerts().await, "");
}

async fn a_new_start_lets_go_what_only_the_last_could_reach(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    let (before, after) = (start("001", "a"), start("001", "b"));
    drawn(&db, &store, &before).await;
    drawn(&db, &store, &holder("002")).await;
    let recovered = store.recover_clips(&after, &free()).await.unwrap();
    assert_eq!(recovered, [fixture::code(1)]);
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.process(1, "retry_count").await, "0");
    assert_eq!(person.process(2, "status, worker_id").await, "submitted|002");
    assert!(store.recover_clips(&after, &free()).await.unwrap().is_empty());
}

async fn a_poll_of_an_earlier_start_is_due_at_once(db: Fresh) {
    let store = ready(&db, 1).await;
    let (before, after) = (start("001", "a"), start("001", "b"));
    submitted(&db, &store, &before, "job-1").await;
    let old = poll(&store, &before).await;
    assert!(
        store.claim_polls(&after, &[MAKER], 5).await.unwrap().is_empty(),
        "it is the old start's for a minute"
    );
    assert_eq!(store.recover_clips(&after, &paid()).await.unwrap(), std::slice::from_ref(&old.scenecode));
    assert!(store.recover_clips(&after, &paid()).await.unwrap().is_empty());
    let new = store.claim_polls(&after, &[MAKER], 5).await.unwrap().remove(0);
    assert_eq!((new.claim_seq, new.vdurl.as_str()), (old.claim_seq + 1, "job-1"));
    assert_eq!(store.finish_clip(&old, &meta("old.mp4")).await.unwrap(), Answer::Stale);
    assert_eq!(store.finish_clip(&new, &meta("new.mp4")).await.unwrap(), Answer::Applied);
}

async fn an_intent_that_a_person_left_behind_is_ended(db: Fresh) {
    let store = ready(&db, 3).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    let (called, locked) = (sent(&store, &me).await, lock(&store, &me).await);
    let waited_for = sent(&store, &me).await;
    store.cancel(&called.scenecode).await.unwrap();
    store.cancel(&locked.scenecode).await.unwrap();
    // The worker may still answer.
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep::default());
    person.run("UPDATE dbvideo_submission SET intent_at = intent_at - 601000").await;
    let ended = ClipSweep { abandoned: 2, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ended);
    assert_eq!(person.ledger("outcome").await, "unknown\nnot sent\nintent");
    assert_eq!(person.alerts().await, "perhaps paid");
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep::default());
    assert_eq!(store.accept_clip(&waited_for, &accepted("job"), &paid()).await.unwrap(), Answer::Applied);
    // Even now its id is not dropped.
    assert_eq!(store.accept_clip(&called, &accepted("job-1"), &paid()).await.unwrap(), Answer::Stale);
    assert_eq!(person.ledger("vdurl, outcome").await, "job-1|unused\nNULL|not sent\njob|accepted");
    assert_eq!(person.alerts().await, "perhaps paid\npaid, not used");
}

async fn a_clip_that_a_person_submitted_by_hand_is_polled(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    assert_eq!(person.lock_as_in_the_article(1).await, 1);
    let stored = "UPDATE dbvideo_process SET vdurl = 'job-by-hand', status = 'submitted' WHERE scenecode";
    person.run(&format!("{stored} = '{}'", fixture::code(1))).await;
    let adopted = ClipSweep { adopted: 1, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), adopted);
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep::default());
    let claim = poll(&store, &holder("001")).await;
    assert_eq!((claim.vdurl.as_str(), claim.submission), ("job-by-hand", None));
    assert_eq!(store.finish_clip(&claim, &meta("a.mp4")).await.unwrap(), Answer::Applied);
    assert_eq!(person.process(1, "status").await, "done");
}
