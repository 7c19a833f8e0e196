//! Two at one row at the same moment: one of them wins, whole.

use std::sync::Arc;

use rushes_store::{Answer, ImageClaim, ImageSweep, Store};
use rushes_testkit::{Fresh, on_every_database};
use tokio::sync::Barrier;

use crate::fixture::{self, code};
use crate::images_stage::{FREE, NOBODY, Person, claim, confirm, end, film, frames, holder};

on_every_database! {
    of_a_confirm_and_a_sweep_exactly_one_wins_and_all_rows_agree,
    of_two_confirms_of_one_claim_the_second_is_told_already,
    two_sweeps_at_once_charge_once,
}

/// Runs both at the same moment, each on a thread of its own.
async fn both<A: Send + 'static, B: Send + 'static>(
    one: impl Future<Output = A> + Send + 'static,
    other: impl Future<Output = B> + Send + 'static,
) -> (A, B) {
    let start = Arc::new(Barrier::new(2));
    let same = Arc::clone(&start);
    let one = tokio::spawn(async move {
        start.wait().await;
        one.await
    });
    let other = tokio::spawn(async move {
        same.wait().await;
        other.await
    });
    (one.await.unwrap(), other.await.unwrap())
}

async fn confirm_against_sweep(stores: &[Store; 2], mine: &ImageClaim) -> (Answer, ImageSweep) {
    let [one, other] = stores.clone();
    let confirm = confirm(mine);
    both(async move { end(&one, confirm).await }, async move { other.sweep_images(&film()).await.unwrap() })
        .await
}

async fn of_a_confirm_and_a_sweep_exactly_one_wins_and_all_rows_agree(db: Fresh) {
    let stores = [fixture::film_with_shots(&db, 40).await, fixture::empty(&db).await];
    let mut person = Person::enter(&db).await;
    let claims = claim(&stores[0], &holder("001"), 40).await;
    for mine in &claims {
        let number = usize::try_from(mine.taskid).unwrap();
        person.age(&format!("scenecode = '{}'", mine.scenecode)).await;
        let clip = format!("SELECT firstpic FROM dbvideo_process WHERE scenecode = '{}'", mine.scenecode);
        match confirm_against_sweep(&stores, mine).await {
            (Answer::Applied, sweep) => {
                assert_eq!(sweep, ImageSweep::default());
                assert_eq!(person.task(number, "status, retry_count, worker_id").await, "2|0|001");
                assert_eq!(person.log(number).await, "1|done|NULL");
                assert_eq!(person.look(&clip).await, frames(mine).firstpic);
            }
            (Answer::Stale, sweep) => {
                assert_eq!(sweep, ImageSweep { returned: 1, ..ImageSweep::default() });
                assert_eq!(
                    person.task(number, &format!("status, retry_count, {FREE}")).await,
                    format!("0|0|{NOBODY}")
                );
                assert_eq!(person.log(number).await, "1|lost|NULL");
                assert_eq!(person.look(&clip).await, "");
            }
            other => panic!("{}: {other:?}", code(number)),
        }
    }
}

async fn of_two_confirms_of_one_claim_the_second_is_told_already(db: Fresh) {
    let stores = [fixture::film_with_shots(&db, 10).await, fixture::empty(&db).await];
    let mut person = Person::enter(&db).await;
    for mine in claim(&stores[0], &holder("001"), 10).await {
        let [one, other] = stores.clone();
        let (first, second) = (confirm(&mine), confirm(&mine));
        let answers =
            both(async move { end(&one, first).await }, async move { end(&other, second).await }).await;
        assert!(
            matches!(answers, (Answer::Applied, Answer::Already) | (Answer::Already, Answer::Applied)),
            "{answers:?}"
        );
    }
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_worklog").await, "10");
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_process WHERE claim_seq = 0").await, "10");
}

async fn two_sweeps_at_once_charge_once(db: Fresh) {
    let stores = [fixture::film_with_shots(&db, 60).await, fixture::empty(&db).await];
    let mut person = Person::enter(&db).await;
    claim(&stores[0], &holder("001"), 60).await;
    person.run("UPDATE dbvideo_arcpictask SET started_at = claimed_at").await;
    person.age("1 = 1").await;
    let [one, other] = stores;
    let (a, b) = both(async move { one.sweep_images(&film()).await.unwrap() }, async move {
        other.sweep_images(&film()).await.unwrap()
    })
    .await;
    // A row that the one holds is left by the other.
    assert_eq!(a.returned + b.returned, 60);
    assert_eq!(
        person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 0 AND retry_count = 1").await,
        "60"
    );
    assert_eq!(
        person.look("SELECT COUNT(*) FROM dbvideo_worklog WHERE outcome = 'lost' AND fault = 'dead'").await,
        "60"
    );
}
