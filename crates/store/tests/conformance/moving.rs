//! A whole film out of one database and into another.

use rushes_store::{
    AcceptedClip, Answer, Dialect, Error, LeftBehind, Locked, Restoration, Snapshot, Store, TABLES, Table,
};
use rushes_testkit::{Backend, Fresh, fresh, on_every_database, shell};

use crate::clips_stage::{BARE, MAKER, READY, accepted, lock, paid, poll, ready, sent, submitted};
use crate::fixture;
use crate::images_stage::{Person, begun, claim, enter_worker, holder};

on_every_database! {
    every_column_of_the_database_is_known,
    a_snapshot_does_not_see_what_comes_after_it,
    nobody_at_the_new_place_holds_what_was_held_at_the_old_one,
    a_platforms_id_is_resumed_and_an_intent_without_one_is_unknown,
    a_database_in_use_takes_no_other_film,
    a_restoration_that_is_dropped_leaves_nothing,
}

/// The columns as the database itself lists them.
fn listed(db: &Fresh, dialect: Dialect, table: &str) -> Vec<String> {
    let sql = match dialect {
        Dialect::Sqlite => format!("SELECT name FROM pragma_table_info('{table}');"),
        Dialect::Postgres | Dialect::MariaDb => {
            let place = if dialect == Dialect::Postgres { "'public'" } else { "DATABASE()" };
            format!(
                "SELECT column_name FROM information_schema.columns WHERE table_name = '{table}' AND table_schema = {place};"
            )
        }
    };
    let mut columns: Vec<String> = shell(db, &sql).lines().map(str::to_owned).collect();
    columns.sort();
    columns
}

async fn every_column_of_the_database_is_known(db: Fresh) {
    let store = fixture::store(&db).await;
    for table in &TABLES {
        let mut known: Vec<String> = table.columns().map(str::to_owned).collect();
        known.sort();
        assert_eq!(known, listed(&db, store.dialect(), table.name), "{}", table.name);
    }
    assert_eq!(TABLES.len(), 11, "a new table has to be moved too");
}

fn table(name: &str) -> &'static Table {
    Table::named(name).unwrap()
}

/// All rows of a table.
async fn rows(snapshot: &mut Snapshot, table: &'static Table) -> Vec<String> {
    let mut all = Vec::new();
    let mut page = snapshot.page(table, None).await.unwrap();
    while !page.rows.is_empty() {
        all.extend(page.rows.clone());
        page = snapshot.page(table, Some(page)).await.unwrap();
    }
    all
}

async fn a_snapshot_does_not_see_what_comes_after_it(db: Fresh) {
    let store = fixture::film_with_shots(&db, 700).await;
    let mut snapshot = store.snapshot().await.unwrap();
    assert_eq!(snapshot.rows, 1402, "shots, tasks, the film and the lease");
    let more: Vec<_> = (1..=720).map(fixture::shot).collect();
    store.import(&more, false).await.unwrap();
    assert_eq!(claim(&store, &holder("001"), 1).await.len(), 1);
    let tasks = rows(&mut snapshot, table("dbvideo_arcpictask")).await;
    assert_eq!(tasks.len(), 700);
    assert!(tasks.iter().all(|it| it.contains("\"status\":0")), "the claim came later");
    assert_eq!(rows(&mut snapshot, table("dbvideo_shot")).await.len(), 700);
    drop(snapshot);
    assert_eq!(rows(&mut store.snapshot().await.unwrap(), table("dbvideo_shot")).await.len(), 720);
}

/// Another database of this kind, with a film that has no shots.
async fn new_place(db: &Fresh) -> (Fresh, Store) {
    let db = fresh(db.backend);
    let store = fixture::store(&db).await;
    store.create_film(&fixture::film()).await.unwrap();
    (db, store)
}

/// Writes every row of one database into another, not yet for good.
async fn fill(from: &Store, to: &Store) -> Restoration {
    let mut snapshot = from.snapshot().await.unwrap();
    let mut restoration = to.restore().await.unwrap();
    for table in &TABLES {
        let all = rows(&mut snapshot, table).await;
        restoration.insert(table, &format!("[{}]", all.join(","))).await.unwrap();
    }
    restoration
}

async fn move_all(from: &Store, to: &Store) -> LeftBehind {
    let mut restoration = fill(from, to).await;
    assert_eq!(restoration.film().await.unwrap(), from.film().await.unwrap());
    let left = restoration.let_go(&paid()).await.unwrap();
    restoration.commit().await.unwrap();
    left
}

async fn nobody_at_the_new_place_holds_what_was_held_at_the_old_one(db: Fresh) {
    let old = fixture::film_with_shots(&db, 4).await;
    let mut person = Person::enter(&db).await;
    enter_worker(&mut person, &holder("001")).await;
    begun(&old, &holder("001")).await;
    claim(&old, &holder("001"), 1).await;
    person
        .run("UPDATE dbvideo_arcpictask SET status = 1, worker_id = 'me' WHERE scenecode = 'SCN000003'")
        .await;
    let (new_db, new) = new_place(&db).await;
    let left = move_all(&old, &new).await;
    assert_eq!((left.images, left.clips, left.intents, left.workers), (3, 0, 0, 1));
    let mut person = Person::enter(&new_db).await;
    let held = "SELECT status, retry_count, worker_id, boot_id, lastbeat, started_at, claim_seq FROM dbvideo_arcpictask ORDER BY taskid";
    let free = "0|0|NULL|NULL|NULL|NULL|1";
    let never = "0|0|NULL|NULL|NULL|NULL|0";
    assert_eq!(person.look(held).await, [free, never, free, free].join("\n"));
    let log = "SELECT scenecode, claim_seq, worker_id, outcome, fault FROM dbvideo_worklog ORDER BY id";
    let log = person.look(log).await;
    assert_eq!(
        log,
        "SCN000001|1|001|released|NULL\nSCN000003|1|me|released|NULL\nSCN000004|1|001|released|NULL"
    );
    assert_eq!(person.look("SELECT state FROM dbvideo_worker WHERE ended_at > 0").await, "stopped");
    let again = claim(&new, &holder("002"), 4).await;
    let seqs: Vec<i64> = again.iter().map(|it| it.claim_seq).collect();
    assert_eq!(seqs, [2, 1, 2, 2], "the next claim is above the last one");
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_lease").await, "1");
}

async fn a_platforms_id_is_resumed_and_an_intent_without_one_is_unknown(db: Fresh) {
    let old = ready(&db, 6).await;
    let me = holder("001");
    lock(&old, &me).await;
    sent(&old, &me).await;
    let answered = sent(&old, &me).await;
    let id = format!(
        "UPDATE dbvideo_submission SET vdurl = 'job-3', outcome = 'accepted' WHERE id = {}",
        answered.submission
    );
    Person::enter(&db).await.run(&id).await;
    submitted(&db, &old, &me, "job-4").await;
    poll(&old, &me).await;
    let reach = AcceptedClip { reach: Some(me.boot_id.clone()), free: true, ..accepted("here-5") };
    let only_here = sent(&old, &me).await;
    assert_eq!(old.accept_clip(&only_here, &reach, &paid()).await.unwrap(), Answer::Applied);
    let (new_db, new) = new_place(&db).await;
    let left = move_all(&old, &new).await;
    assert_eq!((left.images, left.clips), (0, 5));
    let mut person = Person::enter(&new_db).await;
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.process(2, "status, boot_id").await, "failed|NULL");
    assert_eq!(person.process(3, "status, vdurl").await, "submitted|job-3");
    assert_eq!(person.process(4, "status, vdurl, boot_id").await, "submitted|job-4|NULL");
    assert_eq!(person.process(5, BARE).await, READY);
    assert_eq!(person.ledger("outcome").await, "not sent\nunknown\naccepted\naccepted\naccepted");
    assert_eq!(person.alerts().await, "perhaps paid");
    let polls = new.claim_polls(&holder("002"), &[MAKER], 9).await.unwrap();
    assert_eq!(polls.len(), 1, "what was being polled is asked about at once: {polls:?}");
    let Locked::Lock(next) = new.lock_clip(&holder("002"), MAKER, &paid()).await.unwrap() else {
        panic!("the first clip is ready again")
    };
    assert_eq!((next.claim_seq, next.submission), (2, 6), "numbers go on above the highest");
}

async fn a_database_in_use_takes_no_other_film(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    assert!(matches!(store.restore().await, Err(Error::InUse { .. })));
    let (empty_db, empty) = new_place(&db).await;
    let mut person = Person::enter(&empty_db).await;
    enter_worker(&mut person, &holder("001")).await;
    person.run("UPDATE dbvideo_worker SET lastbeat = 9000000000000").await;
    assert!(matches!(empty.restore().await, Err(Error::InUse { .. })), "a worker is there");
    let bare = fresh(Backend::Sqlite);
    assert!(matches!(fixture::store(&bare).await.restore().await, Err(Error::NoFilm)));
}

async fn a_restoration_that_is_dropped_leaves_nothing(db: Fresh) {
    let old = fixture::film_with_shots(&db, 3).await;
    let (_db, new) = new_place(&db).await;
    let before = new.snapshot().await.unwrap().rows;
    drop(fill(&old, &new).await);
    assert_eq!(new.snapshot().await.unwrap().rows, before);
    assert_eq!(new.film().await.unwrap(), fixture::film());
}
