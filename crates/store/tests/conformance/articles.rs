//! The articles' own SQL, typed into the database's client while workers run.

use std::collections::BTreeSet;
use std::sync::Arc;

use rushes_store::{Answer, ImageSweep};
use rushes_testkit::{Backend, Fresh, on_every_database, shell};
use tokio::sync::Barrier;

use crate::fixture::{self, code};
use crate::images_stage::{
    Person, all_types, article_claim, begun, claim, confirm, end, film, holder, types,
};

on_every_database! {
    typed_claims_and_workers_never_take_a_row_twice,
    a_typed_claim_is_respected_then_stamped_and_later_returned,
    the_typed_count_of_own_tasks_counts_a_workers_claims,
    a_typed_self_reset_gives_the_task_to_a_worker,
    a_typed_task_lock_is_taken_once,
    a_typed_end_with_files_goes_on_to_the_clip,
}

/// The claim of the first article, `LIMIT 1` and all; the others do not know a LIMIT there.
fn first_article_claim(backend: Backend) -> String {
    let set = "update dbvideo_arcpictask set status=1, worker_id='PC-1' where ";
    let inner = "select taskid from dbvideo_arcpictask where status=0 limit 1";
    match backend {
        Backend::MariaDb => format!("{set}status=0 limit 1;"),
        Backend::Postgres => format!("{set}taskid = ({inner} for update skip locked) and status=0;"),
        Backend::Sqlite => format!("{set}taskid = ({inner}) and status=0;"),
    }
}

/// Types into the database's client, as a person at another computer does.
async fn type_in(db: &Arc<Fresh>, sql: String) -> String {
    let db = Arc::clone(db);
    tokio::task::spawn_blocking(move || shell(&db, &sql)).await.unwrap()
}

const ROUNDS: usize = 10;

async fn typed_claims_and_workers_never_take_a_row_twice(db: Fresh) {
    fixture::film_with_shots(&db, 210).await;
    let (db, round) = (Arc::new(db), Arc::new(Barrier::new(4)));
    let persons = [article_claim(db.backend, "003", "scene"), first_article_claim(db.backend)].map(|sql| {
        let (db, round) = (Arc::clone(&db), Arc::clone(&round));
        tokio::spawn(async move {
            for _ in 0..ROUNDS {
                round.wait().await;
                type_in(&db, sql.clone()).await;
            }
        })
    });
    let workers = ["001", "002"].map(|id| {
        let (db, round) = (Arc::clone(&db), Arc::clone(&round));
        tokio::spawn(async move {
            let store = fixture::empty(&db).await;
            let mut taken = Vec::new();
            for _ in 0..ROUNDS {
                round.wait().await;
                for order in [types(&["scene"]), all_types()] {
                    taken.extend(store.claim_images(&holder(id), &order, 2).await.unwrap());
                }
            }
            taken
        })
    });
    for person in persons {
        person.await.unwrap();
    }
    let mut person = Person::enter(&db).await;
    let mut seen = BTreeSet::new();
    for worker in workers {
        for mine in worker.await.unwrap() {
            assert!(seen.insert(mine.taskid), "{mine:?} was claimed twice");
            let row = format!(
                "SELECT status, worker_id, boot_id, claim_seq FROM dbvideo_arcpictask WHERE taskid = {}",
                mine.taskid
            );
            let expected = format!("1|{}|{}|1", mine.holder.worker_id, mine.holder.boot_id);
            assert_eq!(person.look(&row).await, expected);
        }
    }
    let typed = "SELECT worker_id, COUNT(*) FROM dbvideo_arcpictask WHERE boot_id IS NULL AND status = 1
                 GROUP BY worker_id ORDER BY worker_id";
    assert_eq!(
        person.look(typed).await,
        format!("003|{ROUNDS}\nPC-1|{ROUNDS}"),
        "each typed claim got a row"
    );
    let claimed = "SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1";
    assert_eq!(person.look(claimed).await, (seen.len() + 2 * ROUNDS).to_string());
}

async fn a_typed_claim_is_respected_then_stamped_and_later_returned(db: Fresh) {
    let store = fixture::film_with_shots(&db, 6).await;
    let mut person = Person::enter(&db).await;
    shell(&db, &article_claim(db.backend, "003", "scene"));
    shell(&db, &first_article_claim(db.backend));
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1").await, "2");
    assert_eq!(person.task(3, "status, worker_id, boot_id, claim_seq, lastbeat").await, "1|003|NULL|0|NULL");
    assert_eq!(store.claim_images(&holder("001"), &all_types(), 9).await.unwrap().len(), 4);
    let nothing = ImageSweep::default();
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { stamped: 2, ..nothing });
    assert_eq!(store.sweep_images(&film()).await.unwrap(), nothing);
    person.age("worker_id = '003'").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { returned: 1, ..nothing });
    assert_eq!(store.sweep_images(&film()).await.unwrap(), nothing);
    assert_eq!(person.task(3, "status, worker_id, retry_count").await, "0|NULL|1");
}

async fn the_typed_count_of_own_tasks_counts_a_workers_claims(db: Fresh) {
    let store = fixture::film_with_shots(&db, 6).await;
    let count = "SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1 AND worker_id = '001';";
    assert_eq!(shell(&db, count).trim(), "0");
    let mine = claim(&store, &holder("001"), 3).await;
    claim(&store, &holder("002"), 2).await;
    assert_eq!(shell(&db, count).trim(), "3");
    end(&store, confirm(&mine[0])).await;
    assert_eq!(shell(&db, count).trim(), "2");
}

/// "The computer actively resets the status to 0 and releases the worker_id", for a task that a person holds.
async fn a_typed_self_reset_gives_the_task_to_a_worker(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    shell(&db, &article_claim(db.backend, "003", "character"));
    assert_eq!(store.claim_images(&holder("001"), &all_types(), 1).await.unwrap(), []);
    shell(
        &db,
        "UPDATE dbvideo_arcpictask SET status = 0, worker_id = NULL WHERE status = 1 AND worker_id = '003';",
    );
    let mine = begun(&store, &holder("001")).await;
    assert_eq!(end(&store, confirm(&mine)).await, Answer::Applied);
}

async fn a_typed_task_lock_is_taken_once(db: Fresh) {
    let store = fixture::film_with_shots(&db, 245).await;
    let mut person = Person::enter(&db).await;
    let lock = "UPDATE dbvideo_process SET task_lock = 1 WHERE scenecode = 'SCN000245' AND task_lock = 0";
    let only = "UPDATE dbvideo_arcpictask SET priority = 100 WHERE scenecode = 'SCN000245'";
    person.run(only).await;
    let mine = begun(&store, &holder("001")).await;
    end(&store, confirm(&mine)).await;
    let lock_and_count = match db.backend {
        Backend::MariaDb => format!("{lock}; SELECT ROW_COUNT();"),
        Backend::Postgres => format!("WITH locked AS ({lock} RETURNING 1) SELECT COUNT(*) FROM locked;"),
        Backend::Sqlite => format!("{lock};\nSELECT changes();"),
    };
    assert_eq!(shell(&db, &lock_and_count).trim(), "1");
    assert_eq!(shell(&db, &lock_and_count).trim(), "0");
    let row = "SELECT scenecode, status, task_lock, last_update_time, boot_id FROM dbvideo_process";
    assert_eq!(person.look(row).await, "SCN000245|ready|1|NULL|NULL");
}

async fn a_typed_end_with_files_goes_on_to_the_clip(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let mut person = Person::enter(&db).await;
    shell(&db, &article_claim(db.backend, "003", "scene"));
    let typed = "UPDATE dbvideo_arcpictask SET status=2, firstpic='frames/a.png', secondpic='frames/b.png' \
                 WHERE scenecode='SCN000003';";
    shell(&db, typed);
    let ended = store.ended_by_hand().await.unwrap();
    assert_eq!(ended.iter().map(|it| &it.scenecode).collect::<Vec<_>>(), [&code(3)]);
    assert_eq!(store.accept_by_hand(&ended[0], &film()).await.unwrap(), Answer::Applied);
    let clip = "SELECT scenecode, status, task_lock, firstpic, secondpic FROM dbvideo_process";
    assert_eq!(person.look(clip).await, "SCN000003|ready|0|frames/a.png|frames/b.png");
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep::default());
    assert_eq!(person.task(3, "status").await, "2");
}
