//! The lock of a clip: once, within the limits, and beside a person.

use std::collections::HashSet;
use std::sync::Arc;

use rushes_core::{Film, Scenecode};
use rushes_store::{Answer, ClipLock, ClipSweep, LockEnding, Locked};
use rushes_testkit::{Fresh, on_every_database};
use tokio::sync::Barrier;

use crate::clips_stage::{BARE, MAKER, READY, free, lock, paid, ready, sent};
use crate::fixture;
use crate::images_stage::{Person, holder};

on_every_database! {
    a_clip_is_locked_once_with_sixteen_lockers,
    the_in_flight_limit_holds_with_eight_lockers,
    the_cap_on_submissions_holds_with_eight_lockers,
    a_lock_says_what_it_is_for,
    priority_goes_first_and_what_is_not_due_waits,
    a_persons_lock_is_respected_stamped_and_held,
    a_persons_lock_is_made_ready_again_where_clips_are_free,
    a_persons_lock_of_a_returned_row_is_counted_anew,
    a_person_cannot_lock_what_is_locked_or_further,
    a_row_that_rushes_would_never_write_holds_nobody_up,
    an_idle_farm_writes_nothing,
}

/// Lets `lockers` workers, each with its own connections, lock at the same moment until they get no more.
async fn race(db: &Fresh, lockers: usize, film: &Film) -> (Vec<ClipLock>, Vec<Locked>) {
    let barrier = Arc::new(Barrier::new(lockers));
    let mut tasks = Vec::new();
    for number in 0..lockers {
        let (store, film) = (fixture::empty(db).await, film.clone());
        let barrier = Arc::clone(&barrier);
        tasks.push(tokio::spawn(async move {
            let me = holder(&format!("{number:03}"));
            let mut locks = Vec::new();
            barrier.wait().await;
            loop {
                match store.lock_clip(&me, MAKER, &film).await.unwrap() {
                    Locked::Lock(lock) => locks.push(lock),
                    end @ (Locked::Nothing
                    | Locked::MakerFull
                    | Locked::MakerPaused { .. }
                    | Locked::CapReached) => return (locks, end),
                }
            }
        }));
    }
    let (mut locks, mut ends) = (Vec::new(), Vec::new());
    for task in tasks {
        let (some, end) = task.await.unwrap();
        locks.extend(some);
        ends.push(end);
    }
    (locks, ends)
}

fn codes(locks: &[ClipLock]) -> HashSet<Scenecode> {
    locks.iter().map(|it| it.scenecode.clone()).collect()
}

async fn a_clip_is_locked_once_with_sixteen_lockers(db: Fresh) {
    let _store = ready(&db, 5).await;
    let (locks, ends) = race(&db, 16, &paid()).await;
    assert_eq!((locks.len(), codes(&locks).len()), (5, 5), "{locks:?}");
    assert!(ends.iter().all(|it| *it == Locked::Nothing), "{ends:?}");
    let mut person = Person::enter(&db).await;
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_submission").await, "5");
    assert_eq!(person.look("SELECT intents FROM dbvideo_maker").await, "5");
    for lock in &locks {
        let mine = "SELECT worker_id, boot_id, claim_seq, submission FROM dbvideo_process WHERE scenecode";
        let expected = format!(
            "{}|{}|{}|{}",
            lock.holder.worker_id, lock.holder.boot_id, lock.claim_seq, lock.submission
        );
        assert_eq!(person.look(&format!("{mine} = '{}'", lock.scenecode)).await, expected);
    }
}

async fn the_in_flight_limit_holds_with_eight_lockers(db: Fresh) {
    let store = ready(&db, 12).await;
    store.limit_maker(MAKER, Some(3)).await.unwrap();
    let (locks, ends) = race(&db, 8, &paid()).await;
    assert_eq!((locks.len(), codes(&locks).len()), (3, 3), "{locks:?}");
    assert!(ends.iter().all(|it| *it == Locked::MakerFull), "{ends:?}");
    // A refusal leaves no intent behind, and an ended lock makes room for one.
    let mut person = Person::enter(&db).await;
    assert_eq!(person.look("SELECT intents FROM dbvideo_maker").await, "3");
    let ended = store.end_lock(&locks[0], &LockEnding::NotSent, &paid()).await.unwrap();
    assert_eq!(ended, Answer::Applied);
    let (locks, _) = race(&db, 8, &paid()).await;
    assert_eq!(locks.len(), 1);
    let makers = store.shared_makers().await.unwrap();
    assert_eq!((makers[0].in_flight, makers[0].in_flight_limit), (3, Some(3)));
}

async fn the_cap_on_submissions_holds_with_eight_lockers(db: Fresh) {
    let store = ready(&db, 12).await;
    let film = Film { max_submissions: Some(4), ..paid() };
    let (locks, ends) = race(&db, 8, &film).await;
    assert_eq!(codes(&locks).len(), 4, "{locks:?}");
    assert!(ends.iter().all(|it| *it == Locked::CapReached), "{ends:?}");
    // What was surely not taken does not count; what nobody knows of does.
    store.end_lock(&locks[0], &LockEnding::NotSent, &film).await.unwrap();
    let unknown = LockEnding::Unknown { message: "the line broke".to_owned() };
    store.end_lock(&locks[1], &unknown, &film).await.unwrap();
    let (locks, _) = race(&db, 8, &film).await;
    assert_eq!(locks.len(), 1);
}

async fn a_lock_says_what_it_is_for(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let pictures = person.process(1, "firstpic, secondpic").await;
    let lock = lock(&store, &holder("001")).await;
    assert_eq!(format!("{}|{}", lock.firstpic, lock.secondpic), pictures);
    assert!(lock.firstpic.ends_with(".png"), "{pictures}");
    assert_eq!((lock.aiwords.as_str(), lock.maker.as_str()), ("", MAKER));
    assert_eq!(person.ledger("outcome, sent_at, vdurl, maker, claim_seq").await, "intent|NULL|NULL|jimeng|1");
    assert_eq!(store.fill_aiwords(&lock, "slow\0 pan 慢").await.unwrap(), Answer::Applied);
    assert_eq!(person.process(1, "aiwords").await, "slow\u{FFFD} pan 慢");
    store.end_lock(&lock, &LockEnding::NotSent, &paid()).await.unwrap();
    assert_eq!(store.fill_aiwords(&lock, "late").await.unwrap(), Answer::Already);
    assert_eq!(person.process(1, "aiwords").await, "slow\u{FFFD} pan 慢");
}

async fn priority_goes_first_and_what_is_not_due_waits(db: Fresh) {
    let store = ready(&db, 3).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_process SET priority = 100 WHERE scenecode = 'SCN000002'").await;
    person.run("UPDATE dbvideo_process SET due_at = 9000000000000 WHERE scenecode = 'SCN000001'").await;
    let me = holder("001");
    assert_eq!(lock(&store, &me).await.scenecode, fixture::code(2));
    assert_eq!(lock(&store, &me).await.scenecode, fixture::code(3));
    assert_eq!(store.lock_clip(&me, MAKER, &paid()).await.unwrap(), Locked::Nothing);
}

async fn a_persons_lock_is_respected_stamped_and_held(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    assert_eq!(person.lock_as_in_the_article(1).await, 1);
    assert_eq!(store.lock_clip(&holder("001"), MAKER, &paid()).await.unwrap(), Locked::Nothing);
    // However long ago the row became ready, the lock is counted from the sweep that sees it.
    let stamped = ClipSweep { stamped: 1, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), stamped);
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep::default());
    assert_eq!(person.process(1, "status, task_lock").await, "ready|1");
    person.age_locks().await;
    let held = ClipSweep { held: 1, ..ClipSweep::default() };
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), held);
    assert_eq!(person.process(1, "status, task_lock, retry_count").await, "failed|1|0");
    assert_eq!(person.alerts().await, "perhaps paid");
    assert_eq!(person.clip_log(1).await, "1|lost|NULL");
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep::default());
}

async fn a_persons_lock_is_made_ready_again_where_clips_are_free(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.lock_as_in_the_article(1).await;
    // Somebody who types a time of another kind is counted from the sweep too.
    person.run("UPDATE dbvideo_process SET last_update_time = 20291130205100").await;
    assert_eq!(store.sweep_clips(&free()).await.unwrap().stamped, 1);
    person.age_locks().await;
    assert_eq!(store.sweep_clips(&free()).await.unwrap().returned, 1);
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.alerts().await, "");
    assert_eq!(lock(&store, &holder("001")).await.retry_count, 0);
}

async fn a_persons_lock_of_a_returned_row_is_counted_anew(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let lock = lock(&store, &holder("001")).await;
    person.age_locks().await;
    store.end_lock(&lock, &LockEnding::NotSent, &paid()).await.unwrap();
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.lock_as_in_the_article(1).await, 1);
    assert_eq!(store.sweep_clips(&paid()).await.unwrap(), ClipSweep { stamped: 1, ..ClipSweep::default() });
}

async fn a_person_cannot_lock_what_is_locked_or_further(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    let lock = sent(&store, &me).await;
    assert_eq!(person.lock_as_in_the_article(1).await, 0);
    store.accept_clip(&lock, &crate::clips_stage::accepted("job-1"), &paid()).await.unwrap();
    assert_eq!(person.lock_as_in_the_article(1).await, 0);
    let lock = sent(&store, &me).await;
    store.end_lock(&lock, &LockEnding::Unknown { message: "?".to_owned() }, &paid()).await.unwrap();
    assert_eq!(person.lock_as_in_the_article(2).await, 0);
    store.cancel(&fixture::code(1)).await.unwrap();
    assert_eq!(person.lock_as_in_the_article(1).await, 0);
}

async fn an_idle_farm_writes_nothing(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    assert_eq!(store.lock_clip(&holder("001"), MAKER, &paid()).await.unwrap(), Locked::Nothing);
    let polls = store.claim_polls(&holder("001"), &[MAKER], 5).await.unwrap();
    assert!(polls.is_empty());
    assert!(store.shared_makers().await.unwrap().is_empty());
}

async fn a_row_that_rushes_would_never_write_holds_nobody_up(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    // Its numbers are guarded by the tables; its name is not.
    let odd = "INSERT INTO dbvideo_process (scenecode, status, priority, firstpic, secondpic) VALUES ('../x', 'ready', 100, 'a', 'b')";
    person.run(odd).await;
    let me = holder("001");
    assert_eq!(lock(&store, &me).await.scenecode, fixture::code(1));
    assert_eq!(lock(&store, &me).await.scenecode, fixture::code(2));
    assert_eq!(store.lock_clip(&me, MAKER, &paid()).await.unwrap(), Locked::Nothing);
    person.run("UPDATE dbvideo_process SET task_lock = 1").await;
    store.sweep_clips(&paid()).await.unwrap();
}
