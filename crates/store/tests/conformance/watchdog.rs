//! The watchdog's sweep over image claims.

use rushes_store::{Answer, ImageSweep};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture;
use crate::images_stage::{FREE, NOBODY, Person, all_types, begun, claim, confirm, end, film, holder};

on_every_database! {
    a_claim_without_a_beat_for_the_stale_time_is_returned_and_charged_once,
    a_claim_that_was_not_begun_is_returned_uncharged,
    the_sixth_charge_of_the_watchdog_fails_the_task_with_an_alert,
    a_beat_in_the_future_is_stamped_and_counted_from_now,
    a_sweep_goes_through_all_of_260_stale_claims,
    rows_in_other_states_are_left_alone,
    a_row_that_rushes_cannot_read_stops_neither_the_claims_nor_the_sweep,
}

const NOTHING: ImageSweep = ImageSweep { stamped: 0, returned: 0, failed: 0 };

async fn a_claim_without_a_beat_for_the_stale_time_is_returned_and_charged_once(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    begun(&store, &holder("001")).await;
    begun(&store, &holder("002")).await;
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = lastbeat - 590000 WHERE worker_id = '001'").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), NOTHING);
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = lastbeat - 11000 WHERE worker_id = '001'").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { returned: 1, ..NOTHING });
    assert_eq!(store.sweep_images(&film()).await.unwrap(), NOTHING);
    assert_eq!(
        person.task(1, &format!("status, retry_count, claim_seq, {FREE}")).await,
        format!("0|1|1|{NOBODY}")
    );
    assert_eq!(person.task(1, "last_error").await, "worker `001` stopped beating");
    assert_eq!(person.task(2, "status, worker_id, retry_count").await, "1|002|0");
    assert_eq!(person.log(1).await, "1|lost|dead");
    let log = "SELECT worker_id, boot_id, tasktype FROM dbvideo_worklog WHERE started_at <= finished_at";
    assert_eq!(person.look(log).await, "001|boot-001-a|character");
    let due: i64 = person.task(1, "due_at").await.parse().unwrap();
    assert!(due > store.now().await.unwrap().0 - 60_000, "the back-off begins now");
}

async fn a_claim_that_was_not_begun_is_returned_uncharged(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    claim(&store, &holder("001"), 1).await;
    person.age("1 = 1").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { returned: 1, ..NOTHING });
    assert_eq!(person.task(1, "status, retry_count").await, "0|0");
    assert_eq!(person.log(1).await, "1|lost|NULL");
    assert_eq!(claim(&store, &holder("002"), 1).await[0].claim_seq, 2, "and it is due at once");
}

async fn the_sixth_charge_of_the_watchdog_fails_the_task_with_an_alert(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    for charges in 1..=5 {
        begun(&store, &holder("001")).await;
        person.age("1 = 1").await;
        assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { returned: 1, ..NOTHING });
        person.run("UPDATE dbvideo_arcpictask SET due_at = 0").await;
        assert_eq!(person.task(1, "status, retry_count").await, format!("0|{charges}"));
    }
    begun(&store, &holder("001")).await;
    person.age("1 = 1").await;
    person.run("ALTER TABLE dbvideo_alert RENAME TO elsewhere").await;
    store.sweep_images(&film()).await.unwrap_err();
    assert_eq!(person.task(1, "status, retry_count").await, "1|5", "no failure without its alert");
    person.run("ALTER TABLE elsewhere RENAME TO dbvideo_alert").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { failed: 1, ..NOTHING });
    assert_eq!(person.task(1, &format!("status, retry_count, {FREE}")).await, format!("3|6|{NOBODY}"));
    let alerts = "SELECT kind, scenecode, worker_id, message FROM dbvideo_alert";
    assert_eq!(person.look(alerts).await, "failed|SCN000001|001|worker `001` stopped beating");
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_worklog WHERE outcome = 'lost'").await, "6");
}

async fn a_beat_in_the_future_is_stamped_and_counted_from_now(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = lastbeat + 50000").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), NOTHING, "clocks may differ a little");
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = lastbeat + 86400000").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { stamped: 1, ..NOTHING });
    let beat: i64 = person.task(1, "lastbeat").await.parse().unwrap();
    assert!(beat <= store.now().await.unwrap().0);
    assert_eq!(person.task(1, "claim_seq").await, "1", "a worker's claim keeps its number");
    assert_eq!(end(&store, confirm(&mine)).await, Answer::Applied);
}

async fn a_sweep_goes_through_all_of_260_stale_claims(db: Fresh) {
    let store = fixture::film_with_shots(&db, 261).await;
    let mut person = Person::enter(&db).await;
    claim(&store, &holder("001"), 261).await;
    person.run("UPDATE dbvideo_arcpictask SET started_at = claimed_at WHERE tasktype = 'scene'").await;
    person.age("scenecode <> 'SCN000131'").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { returned: 260, ..NOTHING });
    let states = "SELECT status, retry_count, tasktype, COUNT(*) FROM dbvideo_arcpictask
                  GROUP BY status, retry_count, tasktype ORDER BY status, retry_count, tasktype";
    assert_eq!(person.look(states).await, "0|0|character|87\n0|0|location|86\n0|1|scene|87\n1|0|location|1");
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_worklog").await, "260");
}

async fn rows_in_other_states_are_left_alone(db: Fresh) {
    let store = fixture::film_with_shots(&db, 4).await;
    let mut person = Person::enter(&db).await;
    for (number, status) in [(1, 0), (2, 2), (3, 3), (4, 4)] {
        let code = fixture::code(number);
        let set =
            format!("SET status = {status}, lastbeat = 1, worker_id = '001' WHERE scenecode = '{code}'");
        person.run(&format!("UPDATE dbvideo_arcpictask {set}")).await;
    }
    let before = person.snapshot().await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), NOTHING);
    assert_eq!(person.snapshot().await, before);
}

async fn a_row_that_rushes_cannot_read_stops_neither_the_claims_nor_the_sweep(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET scenecode = '../x', tasktype = 'location' WHERE scenecode = 'SCN000001'").await;
    let claims = store.claim_images(&holder("001"), &all_types(), 1).await.unwrap();
    assert_eq!(claims[0].scenecode, fixture::code(2));
    person.run("UPDATE dbvideo_arcpictask SET status = 1, worker_id = '001' WHERE scenecode = '../x'").await;
    assert_eq!(store.adopt_images(&holder("001"), 9).await.unwrap(), []);
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { stamped: 1, ..NOTHING });
    person.age("1 = 1").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep { returned: 1, ..NOTHING });
    assert_eq!(person.task(2, "status").await, "0");
}
