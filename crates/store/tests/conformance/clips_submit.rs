//! From the lock to the platform's answer: what was paid is never out of sight.

use std::sync::Arc;
use std::time::Duration;

use rushes_core::{Fault, FaultClass, Film};
use rushes_store::{AcceptedClip, Answer, ClipSweep, LockEnding, Locked, Rerun};
use rushes_testkit::{Fresh, on_every_database};
use tokio::sync::Barrier;

use crate::clips_stage::{BARE, MAKER, READY, accepted, free, lock, paid, ready, sent};
use crate::fixture;
use crate::images_stage::{Person, holder, start};

on_every_database! {
    one_lock_begins_one_call,
    a_lock_that_was_taken_back_cannot_begin_its_call,
    an_accepted_clip_is_submitted,
    a_stale_accept_keeps_its_id_and_says_paid_not_used,
    a_stale_accept_of_a_free_maker_is_silent,
    an_accept_into_a_lost_ledger_row_says_so,
    an_id_that_only_the_ledger_has_is_taken_up_by_the_sweep,
    an_answer_in_a_spool_is_settled_after_a_restart,
    an_answer_that_was_noted_for_another_claim_is_told_and_changes_nothing,
    every_end_of_a_lock,
    a_fault_before_the_call_is_not_the_platforms,
    a_maker_without_money_is_paused_with_one_alert,
    a_busy_maker_cools_down_for_all,
}

async fn one_lock_begins_one_call(db: Fresh) {
    let store = ready(&db, 1).await;
    let lock = Arc::new(lock(&store, &holder("001")).await);
    let barrier = Arc::new(Barrier::new(4));
    let mut tasks = Vec::new();
    for _ in 0..4 {
        let (store, lock, barrier) = (fixture::empty(&db).await, Arc::clone(&lock), Arc::clone(&barrier));
        tasks.push(tokio::spawn(async move {
            barrier.wait().await;
            store.submission_sent(&lock).await.unwrap()
        }));
    }
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    assert_eq!(answers.iter().filter(|it| **it == Answer::Applied).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|it| **it == Answer::Already).count(), 3, "{answers:?}");
}

async fn a_lock_that_was_taken_back_cannot_begin_its_call(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let asleep = lock(&store, &holder("001")).await;
    person.age_locks().await;
    // The call had not begun: nothing can have been paid, even where clips cost.
    let returned = ClipSweep { returned: 1, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), returned);
    assert_eq!(person.process(1, BARE).await, READY);
    let next = sent(&store, &holder("002")).await;
    assert_eq!(store.submission_sent(&asleep).await.unwrap(), Answer::Stale);
    assert_eq!(store.fill_aiwords(&asleep, "late").await.unwrap(), Answer::Stale);
    assert_eq!(store.end_lock(&asleep, &LockEnding::NotSent, &paid()).await.unwrap(), Answer::Stale);
    assert_eq!(person.ledger("claim_seq, outcome").await, "1|not sent\n2|intent");
    assert_eq!(store.accept_clip(&next, &accepted("job-2"), &paid()).await.unwrap(), Answer::Applied);
    assert_eq!(person.clip_log(1).await, "1|lost|NULL");
    assert_eq!(person.alerts().await, "");
}

async fn an_accepted_clip_is_submitted(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    assert_eq!(store.accept_clip(&lock, &accepted("job-1"), &paid()).await.unwrap(), Answer::Applied);
    let columns = "status, task_lock, vdurl, maker, maker_ref, reach, submission";
    let expected = format!("submitted|1|job-1|jimeng|req-7|NULL|{}", lock.submission);
    assert_eq!(person.process(1, columns).await, expected);
    assert_eq!(person.ledger("vdurl, outcome, currency").await, "job-1|accepted|CNY");
    let late =
        "SELECT COUNT(*) FROM dbvideo_process WHERE submitted_at > 0 AND next_poll_at = submitted_at + 5000";
    assert_eq!(person.look(late).await, "1");
    // An answer that was lost is asked for again.
    assert_eq!(store.accept_clip(&lock, &accepted("job-1"), &paid()).await.unwrap(), Answer::Already);
    assert_eq!(person.alerts().await, "");
    // A submitted row is no lock: its time says nothing.
    person.age_locks().await;
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep::default());
}

async fn a_stale_accept_keeps_its_id_and_says_paid_not_used(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    store.rerun(&fixture::code(1), Rerun::Frames).await.unwrap();
    let before = person.process(1, "status, task_lock, claim_seq, vdurl").await;
    for _ in 0..2 {
        let answer = store.accept_clip(&lock, &accepted("job-1"), &paid()).await.unwrap();
        assert_eq!(answer, Answer::Stale);
        assert_eq!(person.ledger("vdurl, outcome").await, "job-1|unused");
        assert_eq!(person.alerts().await, "paid, not used");
    }
    assert_eq!(person.process(1, "status, task_lock, claim_seq, vdurl").await, before);
    assert!(person.look("SELECT message FROM dbvideo_alert").await.contains("`job-1`"));
}

async fn a_stale_accept_of_a_free_maker_is_silent(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    store.cancel(&fixture::code(1)).await.unwrap();
    let drawn = AcceptedClip { free: true, ..accepted("job-1") };
    assert_eq!(store.accept_clip(&lock, &drawn, &free()).await.unwrap(), Answer::Stale);
    assert_eq!(person.ledger("vdurl, outcome").await, "job-1|unused");
    assert_eq!(person.alerts().await, "");
}

async fn an_accept_into_a_lost_ledger_row_says_so(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    // A standby that missed the last commits took over.
    person.run("DELETE FROM dbvideo_submission").await;
    assert_eq!(store.accept_clip(&lock, &accepted("job-1"), &paid()).await.unwrap(), Answer::Gone);
    assert_eq!(person.alerts().await, "paid, not used");
    assert!(person.look("SELECT message FROM dbvideo_alert").await.contains("`job-1`"));
}

async fn an_id_that_only_the_ledger_has_is_taken_up_by_the_sweep(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    // The worker died between the two steps of the accept.
    person
        .run("UPDATE dbvideo_submission SET vdurl = 'job-1', maker_ref = 'req-7', outcome = 'accepted'")
        .await;
    person.age_locks().await;
    let resumed = ClipSweep { resumed: 1, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), resumed);
    assert_eq!(person.process(1, "status, vdurl, maker_ref").await, "submitted|job-1|req-7");
    assert_eq!(store.accept_clip(&lock, &accepted("job-1"), &paid()).await.unwrap(), Answer::Already);
    assert_eq!(person.ledger("outcome").await, "accepted");
    assert_eq!(person.alerts().await, "");
}

async fn an_answer_in_a_spool_is_settled_after_a_restart(db: Fresh) {
    let store = ready(&db, 3).await;
    let mut person = Person::enter(&db).await;
    let (before, after) = (start("001", "a"), start("001", "b"));
    let answered = sent(&store, &before).await;
    let called = sent(&store, &before).await;
    let locked = lock(&store, &before).await;
    let open = store.open_submissions(&after.worker_id).await.unwrap();
    let ids: Vec<i64> = open.iter().map(|it| it.id).collect();
    assert_eq!(ids, [answered.submission, called.submission, locked.submission]);
    assert_eq!((&open[0].holder, &open[0].scenecode), (&before, &answered.scenecode));
    // Spool first, the rest second.
    let settled = store.settle_submission(answered.submission, &accepted("job-1"), &paid()).await.unwrap();
    assert_eq!(settled, Answer::Applied);
    let moved = store.recover_clips(&after, &paid()).await.unwrap();
    assert_eq!(moved, [called.scenecode.clone(), locked.scenecode.clone()]);
    assert_eq!(person.process(1, "status, vdurl").await, "submitted|job-1");
    assert_eq!(person.process(2, "status, task_lock").await, "failed|1");
    assert_eq!(person.process(3, BARE).await, READY);
    assert_eq!(person.ledger("outcome").await, "accepted\nunknown\nnot sent");
    assert_eq!(person.alerts().await, "perhaps paid");
    // Once settled, a start has nothing left to do; what nobody knows stays open.
    assert!(store.recover_clips(&after, &paid()).await.unwrap().is_empty());
    let open = store.open_submissions(&after.worker_id).await.unwrap();
    assert_eq!(open.iter().map(|it| it.id).collect::<Vec<_>>(), [called.submission]);
    // The answer of a held clip turns up at last: it is kept, and a person is told.
    let late = store.settle_submission(called.submission, &accepted("job-2"), &paid()).await.unwrap();
    assert_eq!(late, Answer::Stale);
    assert_eq!(person.ledger("outcome, vdurl").await, "accepted|job-1\nunused|job-2\nnot sent|NULL");
    assert_eq!(person.alerts().await, "perhaps paid\npaid, not used");
}

async fn an_answer_that_was_noted_for_another_claim_is_told_and_changes_nothing(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = sent(&store, &holder("001")).await;
    let (number, code) = (lock.submission, lock.scenecode.as_str());
    assert!(store.is_submission(number, code, lock.claim_seq).await.unwrap());
    for (number, code, claim) in [
        (number + 1, code, lock.claim_seq),
        (number, "OTH000003", lock.claim_seq),
        (number, code, lock.claim_seq + 1),
    ] {
        assert!(!store.is_submission(number, code, claim).await.unwrap(), "{number} {code} {claim}");
    }
    store.answer_of_nobody(&accepted("job-9")).await.unwrap();
    assert_eq!(person.alerts().await, "paid, not used");
    assert!(person.look("SELECT message FROM dbvideo_alert").await.contains("`job-9`"));
    assert_eq!(person.ledger("vdurl, outcome").await, "NULL|intent");
}

async fn every_end_of_a_lock(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let fault = |class: FaultClass| LockEnding::Fault {
        fault: Fault::new(class, format!("a {} fault", class.as_str())),
        chance: 0.5,
    };
    let unknown = LockEnding::Unknown { message: "the line broke".to_owned() };
    // The state and its charges, the ledger, the worklog, the alerts; each lock is of a row that was charged twice.
    let cases = [
        (LockEnding::NotSent, paid(), "ready|0|2", "not sent", "released|NULL", ""),
        (fault(FaultClass::Task), paid(), "ready|0|3", "refused", "retry|task", ""),
        (fault(FaultClass::Refused), paid(), "failed|1|3", "refused", "failed|refused", "refused"),
        (fault(FaultClass::Busy), paid(), "ready|0|2", "refused", "released|busy", ""),
        (fault(FaultClass::Down), paid(), "ready|0|2", "refused", "released|down", ""),
        (fault(FaultClass::Money), paid(), "ready|0|2", "refused", "released|money", "maker paused"),
        (fault(FaultClass::Machine), paid(), "ready|0|2", "refused", "released|machine", ""),
        (unknown.clone(), paid(), "failed|1|2", "unknown", "lost|NULL", "perhaps paid"),
        (unknown, free(), "ready|0|2", "unknown", "lost|NULL", ""),
    ];
    for (ending, film, row, submission, log, alerts) in cases {
        let anew = "status = 'ready', task_lock = 0, due_at = 0, retry_count = 2";
        person.run(&format!("UPDATE dbvideo_process SET {anew}")).await;
        person.run("DELETE FROM dbvideo_alert").await;
        store.resume_maker(MAKER).await.unwrap();
        let lock = sent(&store, &holder("001")).await;
        assert_eq!(store.end_lock(&lock, &ending, &film).await.unwrap(), Answer::Applied, "{ending:?}");
        assert_eq!(person.process(1, "status, task_lock, retry_count").await, row, "{ending:?}");
        let seq = lock.claim_seq;
        let ledger = format!("SELECT outcome FROM dbvideo_submission WHERE claim_seq = {seq}");
        assert_eq!(person.look(&ledger).await, submission, "{ending:?}");
        let logged =
            format!("SELECT outcome, fault FROM dbvideo_worklog WHERE stage = 'clip' AND claim_seq = {seq}");
        assert_eq!(person.look(&logged).await, log, "{ending:?}");
        assert_eq!(person.alerts().await, alerts, "{ending:?}");
        let nobody = person.process(1, "worker_id, boot_id, last_update_time").await;
        assert_eq!(nobody, "NULL|NULL|NULL", "{ending:?}");
        // The same end again changes nothing.
        let again = store.end_lock(&lock, &ending, &film).await.unwrap();
        assert_ne!(again, Answer::Applied, "{ending:?}");
        assert_eq!(person.process(1, "status, task_lock, retry_count").await, row, "{ending:?}");
        assert_eq!(person.look(&ledger).await, submission, "{ending:?}");
    }
}

async fn a_fault_before_the_call_is_not_the_platforms(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = lock(&store, &holder("001")).await;
    let ending = of_class(FaultClass::Machine, None);
    assert_eq!(store.end_lock(&lock, &ending, &paid()).await.unwrap(), Answer::Applied);
    assert_eq!(person.ledger("outcome, error").await, "not sent|said the platform");
    assert_eq!(person.clip_log(1).await, "1|released|machine");
}

fn of_class(class: FaultClass, wait: Option<Duration>) -> LockEnding {
    LockEnding::Fault { fault: Fault::new(class, "said the platform").after(wait), chance: 0.5 }
}

async fn a_maker_without_money_is_paused_with_one_alert(db: Fresh) {
    let store = ready(&db, 3).await;
    let mut person = Person::enter(&db).await;
    let (one, other) = (sent(&store, &holder("001")).await, sent(&store, &holder("002")).await);
    for lock in [&one, &other] {
        store.end_lock(lock, &of_class(FaultClass::Money, None), &paid()).await.unwrap();
    }
    assert_eq!(person.alerts().await, "maker paused");
    let Locked::MakerPaused { until, reason } = store.lock_clip(&one.holder, MAKER, &paid()).await.unwrap()
    else {
        panic!("a maker without money takes nothing")
    };
    assert!(until > store.now().await.unwrap());
    assert_eq!(reason, "said the platform");
    // Another maker goes on.
    let film = Film { clip_maker: "kling".to_owned(), ..paid() };
    person.run("UPDATE dbvideo_process SET due_at = 0").await;
    assert!(matches!(store.lock_clip(&one.holder, "kling", &film).await.unwrap(), Locked::Lock(_)));
    store.resume_maker(MAKER).await.unwrap();
    assert!(matches!(store.lock_clip(&one.holder, MAKER, &paid()).await.unwrap(), Locked::Lock(_)));
}

async fn a_busy_maker_cools_down_for_all(db: Fresh) {
    let store = ready(&db, 2).await;
    let (one, other) = (sent(&store, &holder("001")).await, sent(&store, &holder("002")).await);
    let wait = Duration::from_secs(90);
    store.end_lock(&one, &of_class(FaultClass::Busy, Some(wait)), &paid()).await.unwrap();
    // A shorter wait does not make a longer one shorter.
    store.end_lock(&other, &of_class(FaultClass::Busy, None), &paid()).await.unwrap();
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_process SET due_at = 0").await;
    let now = store.now().await.unwrap();
    let Locked::MakerPaused { until, .. } = store.lock_clip(&holder("003"), MAKER, &paid()).await.unwrap()
    else {
        panic!("a busy maker is left alone")
    };
    assert!((60..=90).contains(&until.since(now).as_secs()), "{until:?} {now:?}");
}
