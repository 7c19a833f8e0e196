//! The beat: what it touches, and what it finds out.

use rushes_store::{Answer, Doing, Held, Holder, ImageClaim};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture::{self, code};
use crate::images_stage::{Person, begun, claim, confirm, end, enter_worker, film, holder, start};

on_every_database! {
    a_beat_touches_only_the_pairs_that_it_names,
    a_beat_for_clips_touches_only_the_pairs_that_it_names,
    a_beat_tells_lost_and_unknown_rows,
    a_beat_of_300_claims_reaches_every_one,
    a_beat_shows_the_worker_and_what_is_wanted_of_it,
    a_beat_after_another_start_took_the_id_answers_none,
    a_beat_keeps_a_claim_from_the_watchdog,
    a_claim_whose_answer_was_lost_is_given_back_uncharged,
}

fn pairs(claims: &[ImageClaim]) -> Held {
    Held { images: claims.iter().map(|it| (it.taskid, it.claim_seq)).collect(), clips: Vec::new() }
}

fn doing() -> Doing {
    Doing {
        state: "working".to_owned(),
        text: "SCN000001 首帧".to_owned(),
        current_type: "scene".to_owned(),
        skew_ms: -61_000,
        free_bytes: 5_000_000_000,
    }
}

async fn beat(store: &rushes_store::Store, who: &Holder, held: &Held) -> rushes_store::BeatAnswer {
    store.beat(who, held, &doing()).await.unwrap().expect("nobody took the id")
}

async fn a_beat_touches_only_the_pairs_that_it_names(db: Fresh) {
    let store = fixture::film_with_shots(&db, 8).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    enter_worker(&mut person, &me).await;
    let mine = claim(&store, &me, 3).await;
    let earlier = claim(&store, &start("001", "z"), 1).await;
    let same_boot = Holder { worker_id: holder("002").worker_id, ..me.clone() };
    let theirs = claim(&store, &same_boot, 1).await;
    end(&store, confirm(&mine[2])).await;
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = 1").await;
    let mut held = pairs(&[mine[0].clone(), mine[2].clone(), earlier[0].clone(), theirs[0].clone()]);
    // The row is ours, but not by that number; there is no such row.
    held.images.extend([(mine[1].taskid, 9), (99, 1)]);
    beat(&store, &me, &held).await;
    let beaten = person.look("SELECT taskid FROM dbvideo_arcpictask WHERE lastbeat > 1").await;
    assert_eq!(beaten, mine[0].taskid.to_string());
}

/// Gives the process row of a shot to a holder, as a lock does.
async fn lock(person: &mut Person, number: usize, status: &str, task_lock: i64, holder: &Holder, seq: i64) {
    let (worker_id, boot_id) = (&holder.worker_id, &holder.boot_id);
    let values = format!("'{}', '{status}', {task_lock}, '{worker_id}', '{boot_id}', {seq}, 1", code(number));
    let columns = "scenecode, status, task_lock, worker_id, boot_id, claim_seq, last_update_time";
    person.run(&format!("INSERT INTO dbvideo_process ({columns}) VALUES ({values})")).await;
}

async fn a_beat_for_clips_touches_only_the_pairs_that_it_names(db: Fresh) {
    let store = fixture::film_with_shots(&db, 7).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    enter_worker(&mut person, &me).await;
    lock(&mut person, 1, "ready", 1, &me, 4).await;
    lock(&mut person, 2, "submitted", 1, &me, 5).await;
    lock(&mut person, 3, "ready", 1, &me, 6).await;
    let same_boot = Holder { worker_id: holder("002").worker_id, ..me.clone() };
    lock(&mut person, 4, "ready", 1, &same_boot, 4).await;
    lock(&mut person, 5, "ready", 0, &me, 4).await;
    lock(&mut person, 7, "submitted", 1, &start("001", "z"), 4).await;
    let named = [(1, 4), (2, 5), (3, 5), (4, 4), (5, 4), (6, 4), (7, 4)];
    let clips = named.iter().map(|(number, seq)| (code(*number), *seq)).collect();
    let answer = beat(&store, &me, &Held { images: Vec::new(), clips }).await;
    let beaten = "SELECT scenecode FROM dbvideo_process WHERE last_update_time > 1 ORDER BY scenecode";
    assert_eq!(person.look(beaten).await, "SCN000001\nSCN000002");
    let lost = [(3, 5), (4, 4), (5, 4), (6, 4), (7, 4)].map(|(number, seq)| (code(number), seq));
    assert_eq!(answer.lost.clips, lost);
    assert_eq!(answer.unknown.clips, [(code(3), 6)]);
}

async fn a_beat_tells_lost_and_unknown_rows(db: Fresh) {
    let store = fixture::film_with_shots(&db, 5).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    enter_worker(&mut person, &me).await;
    let mine = claim(&store, &me, 4).await;
    person.age(&format!("taskid = {}", mine[1].taskid)).await;
    store.sweep_images(&film()).await.unwrap();
    end(&store, confirm(&mine[2])).await;
    let answer = beat(&store, &me, &pairs(&mine[..3])).await;
    assert_eq!(answer.lost, pairs(&mine[1..3]), "one was taken back, one is confirmed");
    assert_eq!(answer.unknown, pairs(&mine[3..]));
    let answer = beat(&store, &me, &pairs(&[mine[0].clone(), mine[3].clone()])).await;
    assert_eq!((answer.lost, answer.unknown), (Held::default(), Held::default()));
    let now = store.now().await.unwrap();
    assert!(now.since(answer.now).as_secs() < 60 && answer.now <= now);
}

async fn a_beat_of_300_claims_reaches_every_one(db: Fresh) {
    let store = fixture::film_with_shots(&db, 301).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    enter_worker(&mut person, &me).await;
    let mine = claim(&store, &me, 300).await;
    person.run("UPDATE dbvideo_arcpictask SET lastbeat = 1").await;
    let answer = beat(&store, &me, &pairs(&mine)).await;
    assert_eq!((answer.lost, answer.unknown), (Held::default(), Held::default()));
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE lastbeat > 1").await, "300");
}

async fn a_beat_shows_the_worker_and_what_is_wanted_of_it(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    enter_worker(&mut person, &me).await;
    assert_eq!(beat(&store, &me, &Held::default()).await.wanted, "");
    person.run("UPDATE dbvideo_worker SET wanted = 'drain'").await;
    assert_eq!(beat(&store, &me, &Held::default()).await.wanted, "drain");
    let shown = "SELECT state, doing, current_type, skew_ms, free_bytes, beats FROM dbvideo_worker WHERE lastbeat > 1";
    assert_eq!(person.look(shown).await, "working|SCN000001 首帧|scene|-61000|5000000000|2");
}

async fn a_beat_after_another_start_took_the_id_answers_none(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let (frozen, fresh) = (holder("001"), start("001", "b"));
    assert_eq!(store.beat(&frozen, &Held::default(), &doing()).await.unwrap(), None, "it has no row yet");
    enter_worker(&mut person, &fresh).await;
    assert_eq!(store.beat(&frozen, &Held::default(), &doing()).await.unwrap(), None);
    assert_eq!(person.look("SELECT boot_id, beats, lastbeat FROM dbvideo_worker").await, "boot-001-b|0|1");
    beat(&store, &fresh, &Held::default()).await;
}

async fn a_beat_keeps_a_claim_from_the_watchdog(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    enter_worker(&mut person, &me).await;
    let mine = begun(&store, &me).await;
    person.age("1 = 1").await;
    // Nobody swept meanwhile, so what this beat touches is still its own.
    beat(&store, &me, &pairs(std::slice::from_ref(&mine))).await;
    assert_eq!(store.sweep_images(&film()).await.unwrap(), rushes_store::ImageSweep::default());
    assert_eq!(end(&store, confirm(&mine)).await, Answer::Applied);
}

/// The COMMIT of a claim was answered to nobody: the row carries our start, and the process does not know it.
async fn a_claim_whose_answer_was_lost_is_given_back_uncharged(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    enter_worker(&mut person, &me).await;
    let known = claim(&store, &me, 1).await;
    let lost = claim(&store, &me, 1).await;
    claim(&store, &start("001", "z"), 1).await;
    let unknown = beat(&store, &me, &pairs(&known)).await.unknown;
    assert_eq!(unknown, pairs(&lost));
    assert_eq!(store.release_unknown(&me, &unknown, &film()).await.unwrap(), 1);
    assert_eq!(store.release_unknown(&me, &unknown, &film()).await.unwrap(), 0);
    let number = usize::try_from(lost[0].taskid).unwrap();
    assert_eq!(person.task(number, "status, retry_count, worker_id").await, "0|0|NULL");
    assert_eq!(person.log(number).await, "1|released|NULL");
    assert_eq!(beat(&store, &me, &pairs(&known)).await.unknown, Held::default());
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 1").await, "2");
}
