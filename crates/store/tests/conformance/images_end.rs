//! Every end of an image claim, and every answer to it.

use rushes_core::{Fault, FaultClass};
use rushes_store::{Answer, ImageClaim, ImageEnd, ImageEnding, Store};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture;
use crate::images_stage::{
    FREE, NOBODY, Person, begun, claim, confirm, end, every_end, fault, film, frames, holder, release, start,
};

on_every_database! {
    a_confirm_completes_the_task_and_makes_the_clip_ready_in_one_commit,
    a_fault_of_the_attempt_is_charged_and_waits,
    a_refused_task_fails_at_once_with_the_makers_reason,
    a_fault_of_the_maker_or_the_machine_is_not_charged,
    a_busy_makers_wait_is_heeded,
    a_release_is_not_charged_and_due_at_once,
    only_a_confirm_leaves_its_holder_in_the_row,
    a_repeated_end_has_already_happened_and_changes_nothing,
    a_confirm_after_another_end_is_stale,
    a_completed_task_is_moved_by_no_other_end_of_its_claim,
    every_end_after_the_watchdog_is_stale_and_changes_nothing,
    an_end_by_another_start_worker_or_claim_is_stale_and_changes_nothing,
    an_end_of_a_task_that_is_not_there_is_gone,
    the_sixth_charge_fails_the_task_with_an_alert_in_the_same_commit,
    a_batch_with_a_stale_end_among_good_ones_ends_the_good_ones,
    a_claim_that_a_person_ended_is_told_lost_once,
    any_error_text_can_be_recorded,
}

async fn a_confirm_completes_the_task_and_makes_the_clip_ready_in_one_commit(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET priority = 70, last_error = 'earlier', jobs = '[1]'").await;
    let mine = begun(&store, &holder("001")).await;
    let clips = "SELECT scenecode, status, task_lock, claim_seq, priority, firstpic, secondpic, vdurl FROM dbvideo_process";

    person.run("ALTER TABLE dbvideo_process RENAME TO elsewhere").await;
    store.end_images(&[confirm(&mine)], &film()).await.unwrap_err();
    assert_eq!(person.task(1, "status, worker_id, firstpic, finished_at").await, "1|001|NULL|NULL");
    assert_eq!(person.log(1).await, "", "the frames are not done while the clip is not ready");
    person.run("ALTER TABLE elsewhere RENAME TO dbvideo_process").await;

    assert_eq!(end(&store, confirm(&mine)).await, Answer::Applied);
    let paths = format!("{}|{}", frames(&mine).firstpic, frames(&mine).secondpic);
    let row =
        "status, claim_seq, retry_count, firstpic, secondpic, first_seed, second_seed, jobs, last_error";
    let hashes = store.files_named().await.unwrap().remove(0).frame_hashes;
    assert_eq!(hashes, [Some(frames(&mine).first_sha256), Some(frames(&mine).second_sha256)]);
    let half = u64::MAX / 2;
    assert_eq!(person.task(1, row).await, format!("2|1|0|{paths}|11|{half}|NULL|NULL"));
    assert_eq!(person.look(clips).await, format!("SCN000001|ready|0|0|70|{paths}|NULL"));
    let log =
        "SELECT claim_seq, worker_id, boot_id, tasktype, outcome, fault, maker, bytes FROM dbvideo_worklog";
    assert_eq!(person.look(log).await, "1|001|boot-001-a|character|done|NULL|animatic|4096");
    let times = "SELECT COUNT(*) FROM dbvideo_worklog WHERE started_at <= finished_at";
    assert_eq!(person.look(times).await, "1");
}

/// How far in the future a task is due, in milliseconds.
async fn due_in(store: &Store, person: &mut Person, number: usize) -> i64 {
    let due: i64 = person.task(number, "due_at").await.parse().unwrap();
    due - store.now().await.unwrap().0
}

async fn a_fault_of_the_attempt_is_charged_and_waits(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET retry_count = 4").await;
    let mine = begun(&store, &holder("001")).await;
    assert_eq!(end(&store, fault(&mine, FaultClass::Task)).await, Answer::Applied);
    assert_eq!(person.task(1, "status, retry_count, last_error").await, "0|5|a task fault");
    // The ceiling of the back-off after four charges is 64 s; the ends of these tests ask for the whole of it.
    assert!((4_000..=64_000).contains(&due_in(&store, &mut person, 1).await));
    assert_eq!(person.log(1).await, "1|retry|task");
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_alert").await, "0");
    assert_eq!(store.claim_images(&holder("002"), &crate::images_stage::all_types(), 1).await.unwrap(), []);
}

async fn a_refused_task_fails_at_once_with_the_makers_reason(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    assert_eq!(end(&store, fault(&mine, FaultClass::Refused)).await, Answer::Applied);
    assert_eq!(person.task(1, "status, retry_count, last_error").await, "3|1|a refused fault");
    assert_eq!(person.log(1).await, "1|failed|refused");
    let alerts = "SELECT kind, scenecode, worker_id, maker, message FROM dbvideo_alert";
    assert_eq!(person.look(alerts).await, "refused|SCN000001|001|animatic|a refused fault");
}

async fn a_fault_of_the_maker_or_the_machine_is_not_charged(db: Fresh) {
    let store = fixture::film_with_shots(&db, 4).await;
    let mut person = Person::enter(&db).await;
    let mine = claim(&store, &holder("001"), 4).await;
    for (at, class) in
        [FaultClass::Busy, FaultClass::Down, FaultClass::Money, FaultClass::Machine].into_iter().enumerate()
    {
        assert_eq!(end(&store, fault(&mine[at], class)).await, Answer::Applied);
        let word = class.as_str();
        assert_eq!(
            person.task(at + 1, "status, retry_count, last_error").await,
            format!("0|0|a {word} fault")
        );
        assert_eq!(person.log(at + 1).await, format!("1|released|{word}"));
    }
}

async fn a_busy_makers_wait_is_heeded(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    let fault = Fault::new(FaultClass::Busy, "queue full").after(Some(std::time::Duration::from_secs(90)));
    let ending = ImageEnding::Fault { fault, chance: 0.0 };
    let busy = ImageEnd { claim: mine, ending, maker: "cloud".to_owned() };
    assert_eq!(end(&store, busy).await, Answer::Applied);
    assert!((30_000..=90_000).contains(&due_in(&store, &mut person, 1).await));
}

async fn a_release_is_not_charged_and_due_at_once(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    assert_eq!(end(&store, release(&mine)).await, Answer::Applied);
    assert_eq!(person.task(1, "status, retry_count").await, "0|0");
    assert_eq!(person.log(1).await, "1|released|NULL");
    let again = claim(&store, &holder("002"), 1).await.remove(0);
    assert_eq!((again.claim_seq, again.retry_count), (2, 0));
}

/// A shot for each way to end a claim, claimed and begun, and the ends.
async fn one_of_each(db: &Fresh) -> (Store, Person, Vec<ImageClaim>, Vec<ImageEnd>) {
    let store = fixture::film_with_shots(db, 8).await;
    let claims = claim(&store, &holder("001"), 8).await;
    for claim in &claims {
        assert_eq!(store.begin_image(claim).await.unwrap().0, Answer::Applied);
    }
    let ends: Vec<ImageEnd> =
        claims.iter().enumerate().map(|(at, claim)| every_end(claim).remove(at)).collect();
    (store, Person::enter(db).await, claims, ends)
}

async fn only_a_confirm_leaves_its_holder_in_the_row(db: Fresh) {
    let (store, mut person, _, ends) = one_of_each(&db).await;
    for (at, one) in ends.into_iter().enumerate() {
        let confirmed = matches!(one.ending, ImageEnding::Confirm(_));
        assert_eq!(end(&store, one).await, Answer::Applied);
        let left = person.task(at + 1, FREE).await;
        assert_eq!(left == NOBODY, !confirmed, "{left}");
    }
    let logged = "SELECT scenecode, COUNT(*) FROM dbvideo_worklog GROUP BY scenecode HAVING COUNT(*) <> 1";
    assert_eq!(person.look(logged).await, "");
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_worklog").await, "8");
}

async fn a_repeated_end_has_already_happened_and_changes_nothing(db: Fresh) {
    let (store, mut person, _, ends) = one_of_each(&db).await;
    let first = store.end_images(&ends, &film()).await.unwrap();
    assert_eq!(first, [Answer::Applied; 8]);
    let before = person.snapshot().await;
    let second = store.end_images(&ends, &film()).await.unwrap();
    assert_eq!(second, [Answer::Already; 8]);
    assert_eq!(person.snapshot().await, before);
}

/// "Already" to a confirm lets a worker delete what the row named before, so it must never be said of a claim that
/// ended in another way.
async fn a_confirm_after_another_end_is_stale(db: Fresh) {
    let (store, mut person, claims, ends) = one_of_each(&db).await;
    store.end_images(&ends, &film()).await.unwrap();
    let before = person.snapshot().await;
    for (claim, one) in claims.iter().zip(&ends) {
        let confirmed = matches!(one.ending, ImageEnding::Confirm(_));
        let expected = if confirmed { Answer::Already } else { Answer::Stale };
        assert_eq!(end(&store, confirm(claim)).await, expected, "{:?}", one.ending);
    }
    assert_eq!(person.snapshot().await, before);
}

/// A completed row still names its holder and its claim: only the state keeps a late fault away from it.
async fn a_completed_task_is_moved_by_no_other_end_of_its_claim(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    assert_eq!(end(&store, confirm(&mine)).await, Answer::Applied);
    let before = person.snapshot().await;
    assert_eq!(store.begin_image(&mine).await.unwrap().0, Answer::Stale);
    for one in every_end(&mine) {
        assert_eq!(end(&store, one).await, Answer::Already);
    }
    assert_eq!(person.snapshot().await, before);
}

async fn every_end_after_the_watchdog_is_stale_and_changes_nothing(db: Fresh) {
    let (store, mut person, claims, _) = one_of_each(&db).await;
    person.age("1 = 1").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap().returned, 8);
    let before = person.snapshot().await;
    for claim in &claims {
        for one in every_end(claim) {
            assert_eq!(end(&store, one).await, Answer::Stale);
        }
    }
    assert_eq!(person.snapshot().await, before);
}

/// The claim as somebody knows it who is not its holder.
fn forgeries(claim: &ImageClaim) -> [ImageClaim; 3] {
    let other_worker = rushes_store::Holder { worker_id: holder("002").worker_id, ..claim.holder.clone() };
    [
        ImageClaim { holder: start("001", "b"), ..claim.clone() },
        ImageClaim { holder: other_worker, ..claim.clone() },
        ImageClaim { claim_seq: claim.claim_seq + 1, ..claim.clone() },
    ]
}

async fn an_end_by_another_start_worker_or_claim_is_stale_and_changes_nothing(db: Fresh) {
    let (store, mut person, claims, ends) = one_of_each(&db).await;
    for _ in ["while it is held", "after it ended"] {
        let before = person.snapshot().await;
        for forged in claims.iter().flat_map(forgeries) {
            assert_eq!(store.begin_image(&forged).await.unwrap().0, Answer::Stale);
            for one in every_end(&forged) {
                assert_eq!(end(&store, one.clone()).await, Answer::Stale, "{one:?}");
            }
        }
        assert_eq!(person.snapshot().await, before);
        store.end_images(&ends, &film()).await.unwrap();
    }
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_worklog").await, "8");
}

async fn an_end_of_a_task_that_is_not_there_is_gone(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    let before = person.snapshot().await;
    let none = ImageClaim { taskid: 99, scenecode: fixture::code(99), ..mine };
    for one in every_end(&none) {
        assert_eq!(end(&store, one).await, Answer::Gone);
    }
    assert_eq!(person.snapshot().await, before);
}

async fn the_sixth_charge_fails_the_task_with_an_alert_in_the_same_commit(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    person.run("UPDATE dbvideo_arcpictask SET retry_count = 5").await;
    let mine = begun(&store, &holder("001")).await;
    person.run("ALTER TABLE dbvideo_alert RENAME TO elsewhere").await;
    store.end_images(&[fault(&mine, FaultClass::Task)], &film()).await.unwrap_err();
    assert_eq!(person.task(1, "status, retry_count, worker_id").await, "1|5|001");
    assert_eq!(person.log(1).await, "");
    person.run("ALTER TABLE elsewhere RENAME TO dbvideo_alert").await;

    assert_eq!(end(&store, fault(&mine, FaultClass::Task)).await, Answer::Applied);
    assert_eq!(person.task(1, "status, retry_count").await, "3|6");
    assert_eq!(person.task(1, FREE).await, NOBODY);
    assert_eq!(person.log(1).await, "1|failed|task");
    let alerts = "SELECT kind, scenecode, worker_id, message FROM dbvideo_alert";
    assert_eq!(person.look(alerts).await, "failed|SCN000001|001|a task fault");
}

async fn a_batch_with_a_stale_end_among_good_ones_ends_the_good_ones(db: Fresh) {
    let store = fixture::film_with_shots(&db, 5).await;
    let mut person = Person::enter(&db).await;
    let mine = claim(&store, &holder("001"), 5).await;
    person.age("scenecode = 'SCN000003'").await;
    assert_eq!(store.sweep_images(&film()).await.unwrap().returned, 1);
    let gone = ImageClaim { taskid: 99, scenecode: fixture::code(99), ..mine[0].clone() };
    let ends = [
        confirm(&mine[4]),
        confirm(&gone),
        confirm(&mine[2]),
        release(&mine[1]),
        confirm(&mine[4]),
        fault(&mine[0], FaultClass::Task),
        confirm(&mine[3]),
    ];
    use Answer::{Already, Applied, Gone, Stale};
    let answers = store.end_images(&ends, &film()).await.unwrap();
    assert_eq!(answers, [Applied, Gone, Stale, Applied, Already, Applied, Applied]);
    let states = person.lines("SELECT status FROM dbvideo_arcpictask ORDER BY taskid").await;
    assert_eq!(states, ["0", "0", "0", "2", "2"]);
}

async fn a_claim_that_a_person_ended_is_told_lost_once(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    let mine = claim(&store, &holder("001"), 2).await;
    person.run("UPDATE dbvideo_arcpictask SET status = 2 WHERE scenecode = 'SCN000001'").await;
    let reset = "SET status = 0, worker_id = NULL WHERE scenecode = 'SCN000002'";
    person.run(&format!("UPDATE dbvideo_arcpictask {reset}")).await;
    for _ in 0..2 {
        let answers = store.end_images(&[confirm(&mine[0]), confirm(&mine[1])], &film()).await.unwrap();
        assert_eq!(answers, [Answer::Stale, Answer::Stale]);
        assert_eq!(person.task(1, "status, firstpic").await, "2|NULL");
        assert_eq!(person.task(2, "status, retry_count, firstpic").await, "0|0|NULL");
        assert_eq!((person.log(1).await, person.log(2).await), ("1|lost|NULL".into(), "1|lost|NULL".into()));
    }
}

async fn any_error_text_can_be_recorded(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let mine = begun(&store, &holder("001")).await;
    let message = format!("a\0b 'quoted' \\ {}", "镜🎬".repeat(9_000));
    let ending = ImageEnding::Fault { fault: Fault::new(FaultClass::Refused, message), chance: 0.0 };
    let strange = ImageEnd { claim: mine, ending, maker: "animatic".to_owned() };
    assert_eq!(end(&store, strange).await, Answer::Applied);
    let told = person.task(1, "last_error").await;
    assert!(told.starts_with("a\u{FFFD}b 'quoted' \\ 镜🎬") && told.ends_with(" [cut]"), "{told}");
    assert!(told.len() <= 8 * 1024 + " [cut]".len());
    assert_eq!(person.look("SELECT error FROM dbvideo_worklog").await, told);
    assert_eq!(person.look("SELECT message FROM dbvideo_alert").await, told);
}
