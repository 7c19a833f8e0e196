//! Claims: each task once, in the right order, past rows that others hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rushes_core::TaskType;
use rushes_store::Store;
use rushes_testkit::{Backend, Fresh, on_every_database};
use tokio::sync::Barrier;

use crate::fixture;
use crate::images_stage::{Person, all_types, claim, holder, types};

on_every_database! {
    each_of_240_tasks_is_claimed_once_by_16_claimers,
    the_check_for_double_claims_finds_those_of_an_unguarded_update,
    a_claim_is_written_whole,
    priority_100_goes_before_affinity_but_not_beyond_the_types,
    types_are_claimed_in_the_given_order_and_rows_by_priority_and_age,
    a_task_is_not_claimed_before_it_is_due,
    no_more_is_claimed_than_was_asked_for,
    only_tasks_that_never_failed_are_claimed_as_untried,
}

/// One claim as its claimer knows it: who, which row, which claim.
type Taken = (String, i64, i64);

/// What is wrong with a set of claims.
#[derive(Debug, Default, PartialEq, Eq)]
struct Verdict {
    /// Rows that more than one claimer believes to hold.
    twice: Vec<i64>,
    /// Rows that nobody holds.
    missing: Vec<i64>,
    /// Claims that were not the first of their row.
    renumbered: Vec<Taken>,
    /// Claims whose row names somebody else.
    denied: Vec<Taken>,
}

/// Compares what claimers believe with each other and with the rows.
async fn check_claims(person: &mut Person, taken: &[Taken]) -> Verdict {
    let rows = person.lines("SELECT taskid, worker_id, claim_seq FROM dbvideo_arcpictask").await;
    let mut named = BTreeMap::new();
    for row in &rows {
        let cells: Vec<&str> = row.split('|').collect();
        named.insert(
            cells[0].parse::<i64>().unwrap(),
            (cells[1].to_owned(), cells[2].parse::<i64>().unwrap()),
        );
    }
    let mut verdict = Verdict::default();
    let mut seen = BTreeSet::new();
    for it in taken {
        let (who, taskid, seq) = it;
        if !seen.insert(*taskid) {
            verdict.twice.push(*taskid);
        }
        if *seq != 1 {
            verdict.renumbered.push(it.clone());
        }
        if named[taskid] != (who.clone(), *seq) {
            verdict.denied.push(it.clone());
        }
    }
    verdict.missing = named.into_keys().filter(|it| !seen.contains(it)).collect();
    verdict
}

/// Claims three at a time until nothing is pending.
async fn claim_until_empty(db: &Fresh, number: usize, start: &Barrier) -> Vec<Taken> {
    let store = fixture::empty(db).await;
    let mut person = Person::enter(db).await;
    let me = holder(&format!("w{number:02}"));
    let mut taken = Vec::new();
    start.wait().await;
    loop {
        let claims = store.claim_images(&me, &all_types(), 3).await.unwrap();
        if claims.is_empty()
            && person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 0").await == "0"
        {
            return taken;
        }
        taken.extend(claims.iter().map(|it| (me.worker_id.to_string(), it.taskid, it.claim_seq)));
    }
}

async fn each_of_240_tasks_is_claimed_once_by_16_claimers(db: Fresh) {
    fixture::film_with_shots(&db, 240).await;
    let (db, start) = (Arc::new(db), Arc::new(Barrier::new(16)));
    let claimers: Vec<_> = (0..16)
        .map(|number| {
            let (db, start) = (Arc::clone(&db), Arc::clone(&start));
            tokio::spawn(async move { claim_until_empty(&db, number, &start).await })
        })
        .collect();
    let mut taken = Vec::new();
    for claimer in claimers {
        taken.extend(claimer.await.unwrap());
    }
    assert_eq!(taken.len(), 240);
    assert_eq!(check_claims(&mut Person::enter(&db).await, &taken).await, Verdict::default());
}

/// The defect that the guard is there for: a claimer that updates by key alone.
async fn claim_unguarded(db: &Fresh, who: &str, both_read: &Barrier) -> Taken {
    let mut person = Person::enter(db).await;
    let first = "SELECT taskid FROM dbvideo_arcpictask WHERE status = 0 ORDER BY taskid LIMIT 1";
    let taskid: i64 = person.look(first).await.parse().unwrap();
    both_read.wait().await;
    let set = format!("SET status = 1, worker_id = '{who}', claim_seq = 1");
    let touched = person.run(&format!("UPDATE dbvideo_arcpictask {set} WHERE taskid = {taskid}")).await;
    assert_eq!(touched, 1, "an unguarded update always believes that it won");
    (who.to_owned(), taskid, 1)
}

async fn the_check_for_double_claims_finds_those_of_an_unguarded_update(db: Fresh) {
    fixture::film_with_shots(&db, 2).await;
    let both_read = Barrier::new(2);
    let (one, other) =
        tokio::join!(claim_unguarded(&db, "001", &both_read), claim_unguarded(&db, "002", &both_read));
    let verdict = check_claims(&mut Person::enter(&db).await, &[one.clone(), other.clone()]).await;
    assert_eq!(verdict.twice, [one.1]);
    assert_eq!(verdict.denied.len(), 1, "the row can name only one of them");
    assert_eq!(verdict.missing.len(), 1, "the other row was left out");
}

async fn a_claim_is_written_whole(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET claim_seq = 6, retry_count = 2, firstpic = 'a.png'").await;
    let taken = claim(&store, &holder("001"), 1).await.remove(0);
    assert_eq!((taken.claim_seq, taken.retry_count, taken.alone), (7, 2, false));
    assert_eq!((taken.scenecode, taken.tasktype.as_str()), (fixture::code(1), "character"));
    assert_eq!((taken.started_at, taken.named_before), (None, vec!["a.png".to_owned()]));
    let row = "status, worker_id, boot_id, claim_seq, retry_count, started_at";
    assert_eq!(person.task(1, row).await, "1|001|boot-001-a|7|2|NULL");
    let now = store.now().await.unwrap().0;
    for column in ["claimed_at", "lastbeat"] {
        let at: i64 = person.task(1, column).await.parse().unwrap();
        assert!((now - 60_000..=now).contains(&at), "{column} {at}, now {now}");
    }
}

async fn claimed_codes(store: &Store, order: &[TaskType], most: usize) -> Vec<String> {
    let claims = store.claim_images(&holder("001"), order, most).await.unwrap();
    claims.iter().map(|it| it.scenecode.to_string()).collect()
}

fn codes(numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(|it| fixture::code(*it).to_string()).collect()
}

async fn priority_100_goes_before_affinity_but_not_beyond_the_types(db: Fresh) {
    let store = fixture::film_with_shots(&db, 9).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET priority = 100 WHERE scenecode = 'SCN000006'").await;
    person.run("UPDATE dbvideo_arcpictask SET priority = 99 WHERE scenecode = 'SCN000003'").await;
    assert_eq!(claimed_codes(&store, &types(&["character"]), 1).await, codes(&[1]));
    assert_eq!(claimed_codes(&store, &all_types(), 3).await, codes(&[6, 4, 7]));
}

async fn types_are_claimed_in_the_given_order_and_rows_by_priority_and_age(db: Fresh) {
    let store = fixture::film_with_shots(&db, 12).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET priority = 60 WHERE scenecode = 'SCN000008'").await;
    let order = types(&["location", "character"]);
    assert_eq!(claimed_codes(&store, &order, 5).await, codes(&[8, 2, 5, 11, 1]));
    assert_eq!(claimed_codes(&store, &order, 9).await, codes(&[4, 7, 10]));
}

async fn a_task_is_not_claimed_before_it_is_due(db: Fresh) {
    let store = fixture::film_with_shots(&db, 4).await;
    let mut person = Person::enter(&db).await;
    let later = store.now().await.unwrap().0 + 60_000;
    let first = "WHERE scenecode = 'SCN000001'";
    person.run(&format!("UPDATE dbvideo_arcpictask SET due_at = {later} {first}")).await;
    assert_eq!(claimed_codes(&store, &types(&["character"]), 2).await, codes(&[4]));
    person.run(&format!("UPDATE dbvideo_arcpictask SET due_at = due_at - 60000 {first}")).await;
    assert_eq!(claimed_codes(&store, &types(&["character"]), 2).await, codes(&[1]));
}

async fn no_more_is_claimed_than_was_asked_for(db: Fresh) {
    let store = fixture::film_with_shots(&db, 6).await;
    let mut person = Person::enter(&db).await;
    for (most, held) in [(0, "0"), (1, "1"), (4, "5"), (9, "6"), (1, "6")] {
        claimed_codes(&store, &all_types(), most).await;
        assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1").await, held);
    }
}

async fn only_tasks_that_never_failed_are_claimed_as_untried(db: Fresh) {
    let store = fixture::film_with_shots(&db, 4).await;
    let mut person = Person::enter(&db).await;
    let charged = "WHERE scenecode IN ('SCN000001', 'SCN000002')";
    person.run(&format!("UPDATE dbvideo_arcpictask SET retry_count = 1 {charged}")).await;
    let claims = store.claim_untried_images(&holder("001"), &all_types(), 9).await.unwrap();
    let claimed: Vec<String> = claims.iter().map(|it| it.scenecode.to_string()).collect();
    assert_eq!(claimed, codes(&[4, 3]));
    assert_eq!(claimed_codes(&store, &all_types(), 9).await, codes(&[1, 2]));
}

/// SQLite has one writer: whoever comes meanwhile waits, and nobody is told "database is locked".
#[tokio::test(flavor = "multi_thread")]
async fn claimers_of_three_processes_wait_for_the_one_writer_of_sqlite() {
    let db = rushes_testkit::fresh(Backend::Sqlite);
    let stores =
        [fixture::film_with_shots(&db, 9).await, fixture::empty(&db).await, fixture::empty(&db).await];
    let mut person = Person::enter(&db).await;
    person.run("BEGIN IMMEDIATE").await;
    let mut claimers: Vec<_> = stores
        .into_iter()
        .map(|store| tokio::spawn(async move { store.claim_images(&holder("001"), &all_types(), 3).await }))
        .collect();
    let early = tokio::time::timeout(Duration::from_millis(500), &mut claimers[0]).await;
    assert!(early.is_err(), "the writer is still there: {early:?}");
    person.run("COMMIT").await;
    for claimer in claimers {
        assert_eq!(claimer.await.unwrap().unwrap().len(), 3);
    }
}
