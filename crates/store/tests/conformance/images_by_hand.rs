//! Shots that a person ended by typing status 2: their clips are made if the files are there.

use rushes_store::{Answer, EndedByHand, Store};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture::{self, code};
use crate::images_stage::{Person, begun, confirm, end, film, holder};

on_every_database! {
    a_shot_ended_by_hand_with_files_gets_one_process_row,
    a_clip_that_is_on_its_way_is_not_begun_anew_by_a_late_second_sweep,
    two_sweeps_at_once_accept_a_shot_once,
    a_shot_whose_row_changed_since_it_was_read_is_left_for_the_next_sweep,
    a_shot_ended_by_hand_again_while_its_clip_waits_goes_on_with_the_new_files,
    a_shot_ended_by_hand_without_files_is_told_once,
    two_sweeps_at_once_tell_once,
    more_than_a_page_of_shots_without_files_hides_none_behind_it,
    what_a_worker_completed_is_not_ended_by_hand,
}

const CLIP: &str =
    "SELECT scenecode, status, task_lock, claim_seq, firstpic, secondpic, priority FROM dbvideo_process";

/// Types the end of a shot, as the second article backfills it.
async fn end_by_hand(person: &mut Person, number: usize, first: &str, last: &str) {
    let set = format!("SET status=2, firstpic='{first}', secondpic='{last}'");
    person.run(&format!("UPDATE dbvideo_arcpictask {set} WHERE scenecode='{}'", code(number))).await;
}

async fn ended_one(store: &Store, number: usize) -> EndedByHand {
    let all = store.ended_by_hand().await.unwrap();
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].scenecode, code(number));
    all[0].clone()
}

async fn a_shot_ended_by_hand_with_files_gets_one_process_row(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let mut person = Person::enter(&db).await;
    assert_eq!(store.ended_by_hand().await.unwrap(), []);
    person.run("UPDATE dbvideo_arcpictask SET priority = 70 WHERE scenecode = 'SCN000002'").await;
    end_by_hand(&mut person, 2, "a.png", "镜/b.png").await;
    let ended = ended_one(&store, 2).await;
    let paths = (ended.firstpic.as_deref(), ended.secondpic.as_deref());
    assert_eq!(paths, (Some("a.png"), Some("镜/b.png")));
    assert_eq!(store.accept_by_hand(&ended, &film()).await.unwrap(), Answer::Applied);
    assert_eq!(person.look(CLIP).await, "SCN000002|ready|0|0|a.png|镜/b.png|70");
    assert_eq!(store.ended_by_hand().await.unwrap(), []);
    let before = person.snapshot().await;
    assert_eq!(store.accept_by_hand(&ended, &film()).await.unwrap(), Answer::Already);
    assert_eq!(person.snapshot().await, before);
}

async fn a_clip_that_is_on_its_way_is_not_begun_anew_by_a_late_second_sweep(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    end_by_hand(&mut person, 1, "a.png", "b.png").await;
    let (mine, theirs) = (ended_one(&store, 1).await, ended_one(&store, 1).await);
    assert_eq!(store.accept_by_hand(&mine, &film()).await.unwrap(), Answer::Applied);
    for (status, task_lock) in [("ready", 1), ("submitted", 1), ("done", 1), ("failed", 1), ("cancelled", 1)]
    {
        person
            .run(&format!(
                "UPDATE dbvideo_process SET status = '{status}', task_lock = {task_lock}, vdurl = 'cgt-1'"
            ))
            .await;
        let before = person.snapshot().await;
        assert_eq!(store.accept_by_hand(&theirs, &film()).await.unwrap(), Answer::Already, "{status}");
        assert_eq!(person.snapshot().await, before);
    }
}

async fn two_sweeps_at_once_accept_a_shot_once(db: Fresh) {
    let (store, other) = (fixture::film_with_shots(&db, 8).await, fixture::empty(&db).await);
    let mut person = Person::enter(&db).await;
    for number in 1..=8 {
        end_by_hand(&mut person, number, "a.png", "b.png").await;
    }
    for ended in store.ended_by_hand().await.unwrap() {
        let film = film();
        let (one, two) =
            tokio::join!(store.accept_by_hand(&ended, &film), other.accept_by_hand(&ended, &film));
        let mut answers = [one.unwrap(), two.unwrap()];
        answers.sort_by_key(|it| *it != Answer::Applied);
        assert_eq!(answers, [Answer::Applied, Answer::Already]);
    }
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_process WHERE claim_seq = 0").await, "8");
}

async fn a_shot_whose_row_changed_since_it_was_read_is_left_for_the_next_sweep(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    end_by_hand(&mut person, 1, "a.png", "b.png").await;
    let as_read = ended_one(&store, 1).await;
    for change in ["firstpic = 'c.png'", "claim_seq = 5, firstpic = 'a.png'", "claim_seq = 0, status = 0"] {
        person.run(&format!("UPDATE dbvideo_arcpictask SET {change}")).await;
        assert_eq!(store.accept_by_hand(&as_read, &film()).await.unwrap(), Answer::Stale, "{change}");
        assert_eq!(store.alert_by_hand(&as_read, "no file").await.unwrap(), Answer::Stale, "{change}");
    }
    assert_eq!(person.look(CLIP).await, "");
    assert_eq!(person.look("SELECT kind FROM dbvideo_alert").await, "");
}

async fn a_shot_ended_by_hand_again_while_its_clip_waits_goes_on_with_the_new_files(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    end(&store, confirm(&mine)).await;
    // A rerun, and then a person makes the frames.
    person.run("UPDATE dbvideo_process SET status = 'waiting', task_lock = 1, claim_seq = 1").await;
    end_by_hand(&mut person, 1, "a.png", "b.png").await;
    let ended = ended_one(&store, 1).await;
    assert_eq!(store.accept_by_hand(&ended, &film()).await.unwrap(), Answer::Applied);
    assert_eq!(person.look(CLIP).await, "SCN000001|ready|0|2|a.png|b.png|50");
    assert_eq!(store.accept_by_hand(&ended, &film()).await.unwrap(), Answer::Already);
}

async fn a_shot_ended_by_hand_without_files_is_told_once(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    person
        .run("UPDATE dbvideo_arcpictask SET status = 2, secondpic = '' WHERE scenecode = 'SCN000001'")
        .await;
    let ended = ended_one(&store, 1).await;
    assert_eq!((&ended.firstpic, &ended.secondpic), (&None, &None));
    assert_eq!(
        store.accept_by_hand(&ended, &film()).await.unwrap(),
        Answer::Stale,
        "there is nothing to accept"
    );
    assert_eq!(store.alert_by_hand(&ended, "it names no file").await.unwrap(), Answer::Applied);
    assert_eq!(store.alert_by_hand(&ended, "it names no file").await.unwrap(), Answer::Already);
    let alerts = "SELECT kind, scenecode, worker_id, message FROM dbvideo_alert";
    assert_eq!(person.look(alerts).await, "no files|SCN000001|NULL|it names no file");
    assert_eq!(person.look(CLIP).await, "");
    end_by_hand(&mut person, 1, "a.png", "b.png").await;
    let mended = ended_one(&store, 1).await;
    assert_eq!(store.accept_by_hand(&mended, &film()).await.unwrap(), Answer::Applied);
}

async fn two_sweeps_at_once_tell_once(db: Fresh) {
    let (store, other) = (fixture::film_with_shots(&db, 8).await, fixture::empty(&db).await);
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET status = 2").await;
    for ended in store.ended_by_hand().await.unwrap() {
        let (one, two) =
            tokio::join!(store.alert_by_hand(&ended, "no file"), other.alert_by_hand(&ended, "no file"));
        let mut answers = [one.unwrap(), two.unwrap()];
        answers.sort_by_key(|it| *it != Answer::Applied);
        assert_eq!(answers, [Answer::Applied, Answer::Already]);
    }
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_alert").await, "8");
}

async fn more_than_a_page_of_shots_without_files_hides_none_behind_it(db: Fresh) {
    let store = fixture::film_with_shots(&db, 405).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET status = 2").await;
    end_by_hand(&mut person, 405, "a.png", "b.png").await;
    let all = store.ended_by_hand().await.unwrap();
    assert_eq!(all.len(), 405);
    assert_eq!((&all[404].scenecode, all[404].firstpic.as_deref()), (&code(405), Some("a.png")));
}

async fn what_a_worker_completed_is_not_ended_by_hand(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    end(&store, confirm(&mine)).await;
    for status in ["ready", "submitted", "done", "failed", "cancelled"] {
        person.run(&format!("UPDATE dbvideo_process SET status = '{status}'")).await;
        assert_eq!(store.ended_by_hand().await.unwrap(), [], "{status}");
    }
}
