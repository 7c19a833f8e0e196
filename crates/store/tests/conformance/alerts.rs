//! An alert ends with its cause; what was paid stays told until a person has looked.

use std::time::Duration;

use rushes_core::{Fault, FaultClass};
use rushes_store::{Answer, LockEnding};
use rushes_testkit::{Fresh, on_every_database};

use crate::clips_stage::{MAKER, meta, paid, poll, ready, sent, submitted};
use crate::fixture::{self, code};
use crate::images_stage::{Person, film, holder};

on_every_database! {
    a_shot_that_is_done_ends_what_was_said_of_its_failing,
    files_that_come_later_end_the_alert_of_a_shot_ended_by_hand,
    a_maker_that_is_let_go_ends_its_alert,
    a_maker_that_works_again_ends_its_alert_at_the_next_sweep,
}

const OPEN: &str = "SELECT kind FROM dbvideo_alert WHERE seen_at IS NULL ORDER BY id";

async fn say(person: &mut Person, kind: &str, number: usize) {
    let columns = "INSERT INTO dbvideo_alert (kind, scenecode, message, created_at)";
    person.run(&format!("{columns} VALUES ('{kind}', '{}', 'it failed', 1)", code(number))).await;
}

async fn a_shot_that_is_done_ends_what_was_said_of_its_failing(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    for kind in ["failed", "refused", "no files", "paid again", "paid, not used", "perhaps paid"] {
        say(&mut person, kind, 1).await;
    }
    say(&mut person, "failed", 2).await;
    submitted(&db, &store, &holder("001"), "job-1").await;
    let claim = poll(&store, &holder("001")).await;
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_alert WHERE seen_at IS NULL").await, "7");
    assert_eq!(store.finish_clip(&claim, &meta("clips/a.mp4")).await.unwrap(), Answer::Applied);
    let open: Vec<String> = store.open_alerts(9).await.unwrap().into_iter().rev().map(|it| it.kind).collect();
    assert_eq!(open, ["paid again", "paid, not used", "perhaps paid", "failed"]);
}

async fn files_that_come_later_end_the_alert_of_a_shot_ended_by_hand(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET status = 2, firstpic = 'a.png', secondpic = 'b.png'").await;
    let ended = store.ended_by_hand().await.unwrap().remove(0);
    assert_eq!(store.alert_by_hand(&ended, "a.png is not there").await.unwrap(), Answer::Applied);
    assert_eq!(person.look(OPEN).await, "no files");
    assert_eq!(store.accept_by_hand(&ended, &film()).await.unwrap(), Answer::Applied);
    assert_eq!(person.look(OPEN).await, "");
}

/// A maker that refused a submission for want of money.
async fn pause(store: &rushes_store::Store) {
    let lock = sent(store, &holder("001")).await;
    let ending = LockEnding::Fault {
        fault: Fault::new(FaultClass::Money, "no credit").after(None::<Duration>),
        chance: 0.5,
    };
    store.end_lock(&lock, &ending, &paid()).await.unwrap();
}

async fn a_maker_that_is_let_go_ends_its_alert(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    pause(&store).await;
    assert_eq!(person.look(OPEN).await, "maker paused");
    store.resume_maker("kling").await.unwrap();
    assert_eq!(person.look(OPEN).await, "maker paused");
    store.resume_maker(MAKER).await.unwrap();
    assert_eq!(person.look(OPEN).await, "");
}

async fn a_maker_that_works_again_ends_its_alert_at_the_next_sweep(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    pause(&store).await;
    store.sweep_images(&paid()).await.unwrap();
    assert_eq!(person.look(OPEN).await, "maker paused", "it is paused");
    person.run("UPDATE dbvideo_maker SET paused_until = 0").await;
    store.sweep_images(&paid()).await.unwrap();
    assert_eq!(person.look(OPEN).await, "maker paused", "nobody knows yet whether it works");
    person.run("UPDATE dbvideo_process SET due_at = 0").await;
    submitted(&db, &store, &holder("001"), "job-2").await;
    let claim = poll(&store, &holder("001")).await;
    store.finish_clip(&claim, &meta("clips/a.mp4")).await.unwrap();
    store.sweep_images(&paid()).await.unwrap();
    assert_eq!(person.look(OPEN).await, "");
}
