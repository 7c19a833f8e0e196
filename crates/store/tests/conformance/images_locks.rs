//! Rows that somebody holds in an open transaction: nobody waits at them, and nothing behind them is hidden. SQLite has
//! no row locks, so these cases are for the servers.

use std::time::Duration;

use rushes_core::Scenecode;
use rushes_store::{Answer, Doing, Held, ImageSweep, Store};
use rushes_testkit::{Backend, Fresh, wait_until_async};

use crate::fixture::{self, code};
use crate::images_stage::{
    Person, all_types, begun, claim, confirm, end, enter_worker, film, holder, on_both_servers, start,
};

on_both_servers! {
    a_locked_row_is_passed_over_by_claims,
    many_locked_rows_at_the_head_of_the_queue_hide_nothing_behind_them,
    a_locked_row_is_passed_over_by_adoptions,
    a_locked_row_is_passed_over_by_the_sweep,
    a_locked_row_of_somebody_else_holds_up_no_beat,
    a_lost_claim_on_a_locked_row_is_stale_and_not_gone,
}

/// What `work` answers without waiting for anybody's lock: sessions would wait 5 seconds for one on PostgreSQL, and 50
/// by default on MariaDB.
async fn at_once<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(4), work).await.expect("nobody waits for a lock")
}

/// Somebody who claims the first `n` tasks and forgets COMMIT.
async fn forget_commit(db: &Fresh, n: usize) -> Person {
    let mut person = Person::enter(db).await;
    person.run("BEGIN").await;
    for number in 1..=n {
        let only = format!("scenecode = '{}'", code(number));
        let claimed = format!("UPDATE dbvideo_arcpictask SET status = 1, worker_id = 'PC-1' WHERE {only}");
        assert_eq!(person.run(&claimed).await, 1);
    }
    person
}

async fn claimed(store: &Store, most: usize) -> Vec<Scenecode> {
    let claims = store.claim_images(&holder("001"), &all_types(), most).await.unwrap();
    claims.into_iter().map(|it| it.scenecode).collect()
}

async fn a_locked_row_is_passed_over_by_claims(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let mut person = forget_commit(&db, 1).await;
    assert_eq!(at_once(claimed(&store, 3)).await, [code(2), code(3)]);
    person.run("ROLLBACK").await;
    assert_eq!(claimed(&store, 3).await, [code(1)]);
}

async fn many_locked_rows_at_the_head_of_the_queue_hide_nothing_behind_them(db: Fresh) {
    let store = fixture::film_with_shots(&db, 62).await;
    let mut person = forget_commit(&db, 60).await;
    assert_eq!(at_once(claimed(&store, 2)).await, [code(61), code(62)]);
    person.run("ROLLBACK").await;
    assert_eq!(claimed(&store, 62).await.len(), 60);
}

async fn a_locked_row_is_passed_over_by_adoptions(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET status = 1, worker_id = '001'").await;
    person.run("BEGIN").await;
    person.run("UPDATE dbvideo_arcpictask SET last_error = 'a note' WHERE scenecode = 'SCN000002'").await;
    let adopted = async || -> Vec<Scenecode> {
        let claims = store.adopt_images(&holder("001"), 9).await.unwrap();
        claims.into_iter().map(|it| it.scenecode).collect()
    };
    assert_eq!(at_once(adopted()).await, [code(1), code(3)]);
    person.run("COMMIT").await;
    assert_eq!(adopted().await, [code(2)]);
}

async fn a_locked_row_is_passed_over_by_the_sweep(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let mut person = Person::enter(&db).await;
    claim(&store, &holder("001"), 3).await;
    person.age("1 = 1").await;
    person.run("BEGIN").await;
    person.run("UPDATE dbvideo_arcpictask SET last_error = 'a note' WHERE scenecode = 'SCN000002'").await;
    let report = |returned| ImageSweep { returned, ..ImageSweep::default() };
    assert_eq!(at_once(store.sweep_images(&film())).await.unwrap(), report(2));
    person.run("COMMIT").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), report(1));
}

async fn a_locked_row_of_somebody_else_holds_up_no_beat(db: Fresh) {
    let store = fixture::film_with_shots(&db, 6).await;
    let mut person = Person::enter(&db).await;
    let (me, other) = (holder("001"), start("002", "a"));
    enter_worker(&mut person, &me).await;
    let mine = claim(&store, &me, 2).await;
    claim(&store, &other, 2).await;
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = 1").await;
    person.run("BEGIN").await;
    for number in [2, 3, 5, 6] {
        let other = format!("scenecode = '{}'", code(number));
        person.run(&format!("UPDATE dbvideo_arcpictask SET last_error = 'a note' WHERE {other}")).await;
    }
    let held = Held { images: mine.iter().map(|it| (it.taskid, 1)).collect(), clips: Vec::new() };
    let answer = at_once(store.beat(&me, &held, &Doing::default())).await.unwrap().unwrap();
    assert_eq!((answer.lost, answer.unknown), (Held::default(), Held::default()));
    person.run("COMMIT").await;
    let beaten = "SELECT DISTINCT worker_id FROM dbvideo_arcpictask WHERE lastbeat > 1";
    assert_eq!(person.look(beaten).await, "001");
}

async fn a_lost_claim_on_a_locked_row_is_stale_and_not_gone(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    person.run("UPDATE dbvideo_arcpictask SET status = 0, worker_id = NULL").await;
    person.run("BEGIN").await;
    assert_eq!(person.claim_as_in_the_article("PC-1", "character").await, 1);
    let zombie = tokio::spawn(async move { end(&store, confirm(&mine)).await });
    if db.backend == Backend::MariaDb {
        // MariaDB asks for the lock before it looks at the row, and tries again until it gets it.
        person.run("COMMIT").await;
        assert_eq!(zombie.await.unwrap(), Answer::Stale);
    } else {
        assert_eq!(zombie.await.unwrap(), Answer::Stale);
        person.run("COMMIT").await;
    }
    assert_eq!(person.task(1, "status, worker_id, firstpic").await, "1|PC-1|NULL");
}

/// A clip that a worker holds the lock of, about to submit it.
async fn lock_clip(person: &mut Person) {
    let ledger = "id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, outcome";
    let values = "7, 'SCN000001', 5, '002', 'boot-002-a', 'cloud', 1, 'intent'";
    person.run(&format!("INSERT INTO dbvideo_submission ({ledger}) VALUES ({values})")).await;
    let columns = "scenecode, status, task_lock, claim_seq, worker_id, boot_id, maker, submission";
    let values = "'SCN000001', 'ready', 1, 5, '002', 'boot-002-a', 'cloud', 7";
    person.run(&format!("INSERT INTO dbvideo_process ({columns}) VALUES ({values})")).await;
}

/// Confirms frames whose clip is locked; between the confirm's read of the process row and its write, somebody does
/// `meanwhile`. Only PostgreSQL lets a transaction be stopped there, at a worklog row that somebody else inserts.
async fn confirm_while(meanwhile: &[&str]) -> (Fresh, Person) {
    let db = rushes_testkit::fresh(Backend::Postgres);
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    lock_clip(&mut person).await;
    person.run("BEGIN").await;
    let columns = "stage, scenecode, claim_seq, outcome, finished_at";
    let values = "'clip', 'SCN000001', 5, 'released', 1";
    person.run(&format!("INSERT INTO dbvideo_worklog ({columns}) VALUES ({values})")).await;
    let confirmed = tokio::spawn(async move { end(&store, confirm(&mine)).await });
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    let mut other = Person::enter(&db).await;
    let limit = Duration::from_secs(60);
    wait_until_async("the confirm waits", limit, async || other.look(waiting).await == "1").await;
    for sql in meanwhile {
        other.run(sql).await;
    }
    person.run("ROLLBACK").await;
    assert_eq!(confirmed.await.unwrap(), Answer::Applied);
    (db, person)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_between_the_read_and_the_write_of_a_confirm_is_not_dropped() {
    let (_db, mut person) = confirm_while(&[
        "UPDATE dbvideo_submission SET outcome = 'accepted', vdurl = 'cgt-1', answered_at = 2",
        "UPDATE dbvideo_process SET status = 'submitted', vdurl = 'cgt-1'",
    ])
    .await;
    let row = "SELECT status, task_lock, claim_seq, vdurl FROM dbvideo_process";
    assert_eq!(person.look(row).await, "ready|0|6|NULL");
    assert_eq!(person.look("SELECT outcome, vdurl FROM dbvideo_submission").await, "unused|cgt-1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_lock_between_the_read_and_the_write_of_a_confirm_has_its_own_worklog_row() {
    let anew = "UPDATE dbvideo_process SET claim_seq = 6, worker_id = '003', boot_id = 'boot-003-a'";
    let (_db, mut person) = confirm_while(&[anew]).await;
    let row = "SELECT status, task_lock, claim_seq, worker_id FROM dbvideo_process";
    assert_eq!(person.look(row).await, "ready|0|7|NULL");
    let ended = "SELECT claim_seq, worker_id, outcome FROM dbvideo_worklog WHERE stage = 'clip'";
    assert_eq!(person.look(ended).await, "6|003|released");
}
