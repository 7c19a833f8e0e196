//! Rows that somebody works on in an open transaction: nobody waits for them, and no id is lost over them.

use std::time::Duration;

use rushes_core::Scenecode;
use rushes_store::{Answer, ClipSweep, Holder, Locked, Store};
use rushes_testkit::{Fresh, wait_until_async};

use crate::clips_stage::{MAKER, accepted, free, lock, paid, poll, ready, sent, submitted};
use crate::fixture;
use crate::images_stage::{Person, holder, on_both_servers};

on_both_servers! {
    rows_that_somebody_works_on_hide_none_behind_them,
    a_row_that_somebody_works_on_is_passed_over,
    an_id_is_stored_although_the_process_row_is_held,
    a_clip_that_somebody_works_on_is_asked_about_later,
    a_lock_that_somebody_works_on_is_swept_next_time,
}

async fn a_row_that_somebody_works_on_is_passed_over(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    person.run("BEGIN").await;
    person.run("UPDATE dbvideo_process SET priority = 100 WHERE scenecode = 'SCN000001'").await;
    let me = holder("001");
    let soon = tokio::time::timeout(Duration::from_secs(4), lock(&store, &me));
    assert_eq!(soon.await.expect("nobody waits for a row lock").scenecode, fixture::code(2));
    assert_eq!(store.lock_clip(&me, MAKER, &paid()).await.unwrap(), Locked::Nothing);
    person.run("COMMIT").await;
    assert_eq!(lock(&store, &me).await.scenecode, fixture::code(1));
}

async fn an_id_is_stored_although_the_process_row_is_held(db: Fresh) {
    let store = ready(&db, 1).await;
    let (mut person, mut watcher) = (Person::enter(&db).await, Person::enter(&db).await);
    let lock = sent(&store, &holder("001")).await;
    person.run("BEGIN").await;
    person.run("UPDATE dbvideo_process SET priority = 51 WHERE scenecode = 'SCN000001'").await;
    let accepting = tokio::spawn({
        let lock = lock.clone();
        async move { store.accept_clip(&lock, &accepted("job-1"), &paid()).await.unwrap() }
    });
    wait_until_async("the id is in the ledger", Duration::from_secs(10), async || {
        watcher.ledger("vdurl").await == "job-1"
    })
    .await;
    assert_eq!(watcher.process(1, "status, task_lock, vdurl").await, "ready|1|NULL");
    person.run("COMMIT").await;
    assert_eq!(accepting.await.unwrap(), Answer::Applied);
    assert_eq!(watcher.process(1, "status, vdurl, priority").await, "submitted|job-1|51");
}

async fn a_clip_that_somebody_works_on_is_asked_about_later(db: Fresh) {
    let store = ready(&db, 2).await;
    for number in 1..=2 {
        submitted(&db, &store, &holder("001"), &format!("job-{number}")).await;
    }
    let mut person = Person::enter(&db).await;
    person.run("BEGIN").await;
    person.run("UPDATE dbvideo_process SET priority = 51 WHERE scenecode = 'SCN000001'").await;
    let me = holder("001");
    let soon = tokio::time::timeout(Duration::from_secs(4), poll(&store, &me));
    assert_eq!(soon.await.expect("nobody waits for a row lock").scenecode, fixture::code(2));
    person.run("COMMIT").await;
    assert_eq!(poll(&store, &me).await.scenecode, fixture::code(1));
}

async fn a_lock_that_somebody_works_on_is_swept_next_time(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    sent(&store, &holder("001")).await;
    sent(&store, &holder("002")).await;
    person.age_locks().await;
    person.run("BEGIN").await;
    person.run("UPDATE dbvideo_process SET priority = 51 WHERE scenecode = 'SCN000001'").await;
    let film = free();
    let soon = tokio::time::timeout(Duration::from_secs(4), store.sweep_clips(&film));
    let swept = soon.await.expect("a sweep waits for no row lock").unwrap();
    assert_eq!(swept, ClipSweep { returned: 1, ..ClipSweep::default() });
    person.run("COMMIT").await;
    assert_eq!(store.sweep_clips(&film).await.unwrap(), swept);
}

async fn rows_that_somebody_works_on_hide_none_behind_them(db: Fresh) {
    let store = ready(&db, 24).await;
    let me = holder("001");
    for number in 1..=12 {
        submitted(&db, &store, &me, &format!("job-{number}")).await;
    }
    // Ten polls and ten ready clips are in somebody's hands, all in front of the others. By key: a range locks one more.
    let mut person = Person::enter(&db).await;
    person.run("BEGIN").await;
    for number in (1..=10).chain(13..=22) {
        let code = fixture::code(number);
        person.run(&format!("UPDATE dbvideo_process SET aiwords = '!' WHERE scenecode = '{code}'")).await;
    }
    assert_eq!(lock(&store, &me).await.scenecode, fixture::code(23));
    assert_eq!(one_poll(&store, &me).await, fixture::code(11));
    assert_eq!(one_poll(&store, &me).await, fixture::code(12));
    person.run("ROLLBACK").await;
}

async fn one_poll(store: &Store, holder: &Holder) -> Scenecode {
    let mut polls = store.claim_polls(holder, &[MAKER], 1).await.unwrap();
    polls.pop().expect("a poll is due").scenecode
}
