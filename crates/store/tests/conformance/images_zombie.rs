//! A worker that wakes after the watchdog took its claim, and a person who types a claim meanwhile.

use rushes_store::{Answer, ImageSweep};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture;
use crate::images_stage::{FREE, NOBODY, Person, begun, claim, confirm, end, film, holder, start};

on_every_database! {
    a_woken_workers_confirm_is_stale_although_number_and_state_match_a_persons_claim,
    a_persons_fresh_claim_is_stamped_first_and_taken_back_once_after_the_stale_time,
    each_lost_claim_of_a_person_has_its_own_worklog_row,
    a_claim_with_the_same_number_after_a_failover_belongs_to_one_start,
}

async fn a_woken_workers_confirm_is_stale_although_number_and_state_match_a_persons_claim(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    for (number, typed, tasktype) in [(1, "003", "character"), (2, "001", "location")] {
        let mine = begun(&store, &holder("001")).await;
        assert_eq!(mine.claim_seq, 1);
        person.age("1 = 1").await;
        assert_eq!(store.sweep_images(&film()).await.unwrap().returned, 1);
        assert_eq!(person.claim_as_in_the_article(typed, tasktype).await, 1);
        let row = "status, worker_id, boot_id, claim_seq, lastbeat, firstpic";
        assert_eq!(person.task(number, row).await, format!("1|{typed}|NULL|1|NULL|NULL"));

        assert_eq!(store.begin_image(&mine).await.unwrap().0, Answer::Stale);
        assert_eq!(end(&store, confirm(&mine)).await, Answer::Stale);
        assert_eq!(person.task(number, row).await, format!("1|{typed}|NULL|1|NULL|NULL"));
        assert_eq!(person.log(number).await, "1|lost|dead");
        person.run("UPDATE dbvideo_arcpictask SET status = 4 WHERE status = 1").await;
    }
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_process").await, "0");
}

async fn a_persons_fresh_claim_is_stamped_first_and_taken_back_once_after_the_stale_time(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    // What an earlier holder left must not make the claim look old.
    begun(&store, &holder("001")).await;
    person.age("1 = 1").await;
    store.sweep_images(&film()).await.unwrap();
    assert_eq!(person.task(1, "retry_count").await, "1");
    assert_eq!(person.claim_as_in_the_article("003", "character").await, 1);

    let stamped = ImageSweep { stamped: 1, ..ImageSweep::default() };
    assert_eq!(store.sweep_images(&film()).await.unwrap(), stamped);
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep::default());
    assert_eq!(person.task(1, "status, worker_id, boot_id, retry_count").await, "1|003|NULL|1");
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = lastbeat - 590000").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep::default());
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = lastbeat - 11000").await;
    let returned = ImageSweep { returned: 1, ..ImageSweep::default() };
    assert_eq!(store.sweep_images(&film()).await.unwrap(), returned);
    assert_eq!(store.sweep_images(&film()).await.unwrap(), ImageSweep::default());
    assert_eq!(person.task(1, &format!("status, retry_count, {FREE}")).await, format!("0|2|{NOBODY}"));
}

async fn each_lost_claim_of_a_person_has_its_own_worklog_row(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    for who in ["003", "PC-1"] {
        assert_eq!(person.claim_as_in_the_article(who, "character").await, 1);
        assert_eq!(store.sweep_images(&film()).await.unwrap().stamped, 1);
        person.age("1 = 1").await;
        assert_eq!(store.sweep_images(&film()).await.unwrap().returned, 1);
    }
    let log = "SELECT claim_seq, worker_id, boot_id, outcome FROM dbvideo_worklog ORDER BY id";
    assert_eq!(person.look(log).await, "1|003|NULL|lost\n2|PC-1|NULL|lost");
    person.run("UPDATE dbvideo_arcpictask SET due_at = 0").await;
    assert_eq!(claim(&store, &holder("001"), 1).await[0].claim_seq, 3);
}

/// A standby that missed a claim gives its number out again.
async fn a_claim_with_the_same_number_after_a_failover_belongs_to_one_start(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let forgotten = begun(&store, &holder("001")).await;
    person
        .run("UPDATE dbvideo_arcpictask SET status = 0, claim_seq = 0, worker_id = NULL, boot_id = NULL")
        .await;
    // As long as nobody has the number again, the worklog leaves it free.
    assert_eq!(end(&store, confirm(&forgotten)).await, Answer::Stale);
    assert_eq!(person.log(1).await, "");
    let theirs = begun(&store, &start("001", "b")).await;
    assert_eq!(theirs.claim_seq, forgotten.claim_seq);
    assert_eq!(end(&store, confirm(&forgotten)).await, Answer::Stale);
    assert_eq!(end(&store, confirm(&theirs)).await, Answer::Applied);
    assert_eq!(end(&store, confirm(&forgotten)).await, Answer::Stale);
    let log = "SELECT claim_seq, boot_id, outcome FROM dbvideo_worklog";
    assert_eq!(person.look(log).await, "1|boot-001-b|done");
}
