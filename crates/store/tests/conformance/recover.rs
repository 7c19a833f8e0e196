//! The start of a worker: what earlier starts of it hold, and what a person gave to it.

use rushes_core::FaultClass;
use rushes_store::{Answer, Recovered};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture::{self, code};
use crate::images_stage::{
    FREE, NOBODY, Person, begun, claim, confirm, end, fault, film, frames, holder, start,
};

on_every_database! {
    claims_of_earlier_starts_are_returned_and_charged_as_the_watchdog_charges,
    the_sixth_death_at_a_start_fails_the_task_with_an_alert,
    a_row_given_to_a_worker_is_adopted_with_a_new_number,
    no_more_is_adopted_than_was_asked_for,
    a_result_in_the_spool_finds_its_claim_and_is_confirmed_by_it,
    a_claim_that_is_no_longer_held_is_not_found,
    a_row_that_three_workers_died_of_runs_alone,
    three_faults_and_three_losses_before_the_making_are_no_deaths,
}

async fn claims_of_earlier_starts_are_returned_and_charged_as_the_watchdog_charges(db: Fresh) {
    let store = fixture::film_with_shots(&db, 7).await;
    let mut person = Person::enter(&db).await;
    let now = start("001", "c");
    let old = claim(&store, &start("001", "a"), 1).await.remove(0);
    store.begin_image(&old).await.unwrap();
    claim(&store, &start("001", "b"), 1).await;
    claim(&store, &start("002", "a"), 1).await;
    claim(&store, &now, 1).await;
    for typed in ["001", "003"] {
        person.claim_as_in_the_article(typed, "scene").await;
    }
    let rows =
        person.lines("SELECT scenecode, worker_id, boot_id FROM dbvideo_arcpictask ORDER BY taskid").await;
    assert_eq!(rows.iter().filter(|it| it.ends_with("NULL|NULL")).count(), 1, "{rows:?}");
    // No beat was ever written for this one; it is returned all the same.
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = NULL WHERE boot_id = 'boot-001-b'").await;

    assert_eq!(store.recover_images(&now, &film()).await.unwrap(), Recovered { returned: 2, failed: 0 });
    assert_eq!(store.recover_images(&now, &film()).await.unwrap(), Recovered::default());
    let free = format!(
        "SELECT scenecode, retry_count, {FREE} FROM dbvideo_arcpictask WHERE status = 0 AND claim_seq = 1"
    );
    let expected = format!("SCN000001|1|{NOBODY}\nSCN000004|0|{NOBODY}");
    assert_eq!(person.look(&format!("{free} ORDER BY taskid")).await, expected);
    assert_eq!((person.log(1).await, person.log(4).await), ("1|lost|dead".into(), "1|lost|NULL".into()));
    let held = "SELECT worker_id, boot_id FROM dbvideo_arcpictask WHERE status = 1 ORDER BY taskid";
    let expected = ["002|boot-002-a", "001|NULL", "001|boot-001-c", "003|NULL"];
    let mut left = person.lines(held).await;
    left.sort();
    let mut expected = expected.map(str::to_owned);
    expected.sort();
    assert_eq!(left, expected);
}

async fn the_sixth_death_at_a_start_fails_the_task_with_an_alert(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET retry_count = 5").await;
    begun(&store, &start("001", "a")).await;
    let recovered = store.recover_images(&start("001", "b"), &film()).await.unwrap();
    assert_eq!(recovered, Recovered { returned: 0, failed: 1 });
    assert_eq!(person.task(1, &format!("status, retry_count, {FREE}")).await, format!("3|6|{NOBODY}"));
    assert_eq!(person.look("SELECT kind, scenecode FROM dbvideo_alert").await, "failed|SCN000001");
}

/// A person types "this one is for 001".
async fn give(person: &mut Person, number: usize, worker_id: &str) {
    let set = format!("SET status = 1, worker_id = '{worker_id}' WHERE status = 0");
    person.run(&format!("UPDATE dbvideo_arcpictask {set} AND scenecode = '{}'", code(number))).await;
}

async fn a_row_given_to_a_worker_is_adopted_with_a_new_number(db: Fresh) {
    let store = fixture::film_with_shots(&db, 4).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET claim_seq = 4, secondpic = 'old.png' WHERE scenecode = 'SCN000002'").await;
    let me = holder("001");
    assert_eq!(store.adopt_images(&me, 9).await.unwrap(), []);
    give(&mut person, 2, "001").await;
    give(&mut person, 3, "003").await;
    claim(&store, &start("001", "z"), 1).await;
    let mut adopted = store.adopt_images(&me, 9).await.unwrap();
    assert_eq!(adopted.len(), 1);
    let mine = adopted.remove(0);
    assert_eq!((&mine.scenecode, mine.claim_seq, &mine.holder), (&code(2), 5, &me));
    assert_eq!((mine.started_at, &mine.named_before), (None, &vec!["old.png".to_owned()]));
    let row = "status, worker_id, boot_id, claim_seq, started_at";
    assert_eq!(person.task(2, row).await, "1|001|boot-001-a|5|NULL");
    let beaten = "SELECT COUNT(*) FROM dbvideo_arcpictask WHERE claimed_at = lastbeat AND claim_seq = 5";
    assert_eq!(person.look(beaten).await, "1");
    assert_eq!(store.adopt_images(&me, 9).await.unwrap(), []);
    assert_eq!(person.task(3, row).await, "1|003|NULL|0|NULL");
    assert_eq!(end(&store, confirm(&mine)).await, Answer::Applied);
    assert_eq!(person.log(2).await, "5|done|NULL");
}

async fn no_more_is_adopted_than_was_asked_for(db: Fresh) {
    let store = fixture::film_with_shots(&db, 5).await;
    let mut person = Person::enter(&db).await;
    for number in 1..=5 {
        give(&mut person, number, "001").await;
    }
    for (most, expected) in [(0, 0), (2, 2), (9, 3)] {
        assert_eq!(store.adopt_images(&holder("001"), most).await.unwrap().len(), expected);
    }
}

async fn a_result_in_the_spool_finds_its_claim_and_is_confirmed_by_it(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET firstpic = 'old.png', retry_count = 2").await;
    let made = begun(&store, &start("001", "a")).await;
    let now = start("001", "b");
    let found = store.claim_of_start(&now, made.taskid, made.claim_seq, &made.holder.boot_id).await.unwrap();
    let found = found.expect("the row still carries that claim");
    assert_eq!(found, made);
    assert_eq!(found.named_before, ["old.png"]);
    assert_eq!(end(&store, confirm(&found)).await, Answer::Applied);
    assert_eq!(person.task(1, "status, firstpic").await, format!("2|{}", frames(&made).firstpic));
    assert_eq!(store.recover_images(&now, &film()).await.unwrap(), Recovered::default());
}

async fn a_claim_that_is_no_longer_held_is_not_found(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let made = begun(&store, &start("001", "a")).await;
    let (now, boot) = (start("001", "b"), &made.holder.boot_id);
    assert_eq!(store.claim_of_start(&now, made.taskid, 2, boot).await.unwrap(), None);
    assert_eq!(store.claim_of_start(&now, made.taskid, 1, &now.boot_id).await.unwrap(), None);
    assert_eq!(store.claim_of_start(&holder("002"), made.taskid, 1, boot).await.unwrap(), None);
    assert_eq!(store.claim_of_start(&now, 99, 1, boot).await.unwrap(), None);
    person.age("1 = 1").await;
    store.sweep_images(&film()).await.unwrap();
    assert_eq!(store.claim_of_start(&now, made.taskid, 1, boot).await.unwrap(), None, "it was taken back");
    person.run("UPDATE dbvideo_arcpictask SET due_at = 0").await;
    let made = begun(&store, &start("001", "a")).await;
    end(&store, confirm(&made)).await;
    assert_eq!(store.claim_of_start(&now, made.taskid, 2, boot).await.unwrap(), None, "it was confirmed");
}

async fn a_row_that_three_workers_died_of_runs_alone(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    for deaths in 0..3 {
        let poison = begun(&store, &holder("001")).await;
        assert_eq!((poison.retry_count, poison.alone), (deaths, false));
        // Returned by the watchdog twice and by a start once: all are deaths.
        if deaths == 1 {
            store.recover_images(&start("001", "b"), &film()).await.unwrap();
        } else {
            person.age("1 = 1").await;
            store.sweep_images(&film()).await.unwrap();
        }
        person.run("UPDATE dbvideo_arcpictask SET due_at = 0").await;
    }
    let both = claim(&store, &holder("002"), 2).await;
    assert_eq!(
        [(both[0].retry_count, both[0].alone), (both[1].retry_count, both[1].alone)],
        [(3, true), (0, false)]
    );
    let found =
        store.claim_of_start(&holder("002"), both[0].taskid, 4, &both[0].holder.boot_id).await.unwrap();
    assert!(found.unwrap().alone);
}

async fn three_faults_and_three_losses_before_the_making_are_no_deaths(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    for _ in 0..3 {
        let mine = begun(&store, &holder("001")).await;
        end(&store, fault(&mine, FaultClass::Task)).await;
        person.run("UPDATE dbvideo_arcpictask SET due_at = 0").await;
        claim(&store, &holder("001"), 1).await;
        person.age("1 = 1").await;
        store.sweep_images(&film()).await.unwrap();
    }
    let mine = begun(&store, &holder("001")).await;
    assert_eq!((mine.retry_count, mine.alone), (3, false));
}
