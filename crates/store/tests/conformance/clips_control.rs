//! What a person wants of a shot, beside everything that runs: both rows change, or none does.

use std::sync::Arc;

use rushes_core::{Fault, FaultClass, Scenecode};
use rushes_store::{Answer, Error, LockEnding, Locked, Rerun, Store};
use rushes_testkit::{Fresh, on_every_database};
use tokio::sync::Barrier;

use crate::clips_stage::{
    BARE, MAKER, READY, accepted, lock, meta, paid, painting, poll, ready, remake, sent, submitted,
};
use crate::fixture::{self, code};
use crate::images_stage::{Person, claim, confirm, end, fault, holder};

on_every_database! {
    frames_are_made_again_whatever_the_clip_does,
    frames_that_are_being_made_are_made_again,
    a_rerun_against_a_confirm_leaves_no_half,
    a_cancel_against_a_submission_leaves_no_half,
    a_shot_is_taken_out_and_comes_back,
    a_failed_shot_is_tried_again,
    a_clip_is_not_ready_without_its_frames,
    what_a_state_does_not_allow_is_refused_and_nothing_moves,
    an_unknown_shot_is_gone,
}

const BOTH: &str = "SELECT task.status, process.status, process.task_lock, process.vdurl \
    FROM dbvideo_arcpictask AS task LEFT JOIN dbvideo_process AS process ON process.scenecode = task.scenecode \
    ORDER BY task.scenecode";

async fn frames_are_made_again_whatever_the_clip_does(db: Fresh) {
    let store = ready(&db, 6).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    // One shot each: locked, submitted, polled, done, failed, ready.
    let locked = sent(&store, &me).await;
    let asked = submitted(&db, &store, &me, "job-2").await;
    let polled = poll(&store, &me).await;
    let waits = submitted(&db, &store, &me, "job-3").await;
    person.run("UPDATE dbvideo_process SET next_poll_at = 9000000000000 WHERE scenecode < 'SCN000004'").await;
    submitted(&db, &store, &me, "job-4").await;
    person.run("UPDATE dbvideo_process SET next_poll_at = 9000000000000 WHERE scenecode < 'SCN000004'").await;
    let finished = poll(&store, &me).await;
    store.finish_clip(&finished, &meta("clips/4.mp4")).await.unwrap();
    let held = sent(&store, &me).await;
    store.end_lock(&held, &LockEnding::Unknown { message: "?".to_owned() }, &paid()).await.unwrap();
    assert_eq!((asked.scenecode.clone(), waits.scenecode), (code(2), code(3)));
    let seqs = person.lines("SELECT claim_seq FROM dbvideo_process ORDER BY scenecode").await;
    let pictures = person.look("SELECT firstpic, secondpic FROM dbvideo_arcpictask ORDER BY taskid").await;

    for number in 1..=6 {
        assert_eq!(store.rerun(&code(number), Rerun::Frames).await.unwrap(), Answer::Applied, "{number}");
    }
    assert_eq!(person.look(BOTH).await, ["0|waiting|1|NULL"; 6].join("\n"));
    let after = person.lines("SELECT claim_seq FROM dbvideo_process ORDER BY scenecode").await;
    for (before, after) in seqs.iter().zip(&after) {
        assert_eq!(before.parse::<i64>().unwrap() + 1, after.parse::<i64>().unwrap());
    }
    // The frames that are there stay named, nobody submits them, and a person neither.
    let named = person.look("SELECT firstpic, secondpic FROM dbvideo_arcpictask ORDER BY taskid").await;
    assert_eq!(named, pictures);
    assert_eq!(store.lock_clip(&me, MAKER, &paid()).await.unwrap(), Locked::Nothing);
    assert_eq!(person.lock_as_in_the_article(6).await, 0);
    // What ran ends as stale, and what was paid is seen.
    assert_eq!(store.accept_clip(&locked, &accepted("job-1"), &paid()).await.unwrap(), Answer::Stale);
    assert_eq!(store.finish_clip(&polled, &meta("clips/2.mp4")).await.unwrap(), Answer::Stale);
    assert_eq!(
        person.ledger("vdurl, outcome").await,
        "job-1|unused\njob-2|unused\njob-3|unused\njob-4|accepted\nNULL|unknown"
    );
    assert_eq!(person.clip_log(1).await, "1|released|NULL");
    assert_eq!(person.look(BOTH).await, ["0|waiting|1|NULL"; 6].join("\n"));
    assert_eq!(person.look("SELECT path FROM dbvideo_videometa").await, "clips/4.mp4");

    assert_eq!(remake(&store, "new").await, Answer::Applied);
    let row = person.process(1, "status, task_lock, retry_count, firstpic, secondpic").await;
    assert_eq!(row, "ready|0|0|new_first.png|new_last.png");
    assert_eq!(lock(&store, &me).await.firstpic, "new_first.png");
}

async fn frames_that_are_being_made_are_made_again(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let running = claim(&store, &holder("001"), 1).await.remove(0);
    assert_eq!(store.rerun(&code(1), Rerun::Frames).await.unwrap(), Answer::Applied);
    let row = person.task(1, "status, worker_id, boot_id, lastbeat, claimed_at, retry_count").await;
    assert_eq!(row, "0|NULL|NULL|NULL|NULL|0");
    assert_eq!(person.log(1).await, "1|released|NULL");
    assert_eq!(end(&store, confirm(&running)).await, Answer::Stale);
    assert_eq!(person.look(BOTH).await, "0|NULL|NULL|NULL");
    // A person's claim is taken too.
    person.run("UPDATE dbvideo_arcpictask SET status = 1, worker_id = '007'").await;
    assert_eq!(store.rerun(&code(1), Rerun::Frames).await.unwrap(), Answer::Applied);
    assert_eq!(person.task(1, "status, worker_id").await, "0|NULL");
}

/// Runs two things at the same moment, each on connections of its own.
async fn together<A, B>(
    one: impl Future<Output = A> + Send + 'static,
    other: impl Future<Output = B> + Send + 'static,
) -> (A, B)
where
    A: Send + 'static,
    B: Send + 'static,
{
    let barrier = Arc::new(Barrier::new(2));
    let waiting = Arc::clone(&barrier);
    let one = tokio::spawn(async move {
        waiting.wait().await;
        one.await
    });
    let other = tokio::spawn(async move {
        barrier.wait().await;
        other.await
    });
    (one.await.unwrap(), other.await.unwrap())
}

async fn a_rerun_against_a_confirm_leaves_no_half(db: Fresh) {
    let store = ready(&db, 8).await;
    let mut person = Person::enter(&db).await;
    let film = paid();
    for number in 1..=8 {
        // The second making of its frames, so that there is a process row to leave behind.
        store.rerun(&code(number), Rerun::Frames).await.unwrap();
        let claim = painting(&store, &holder("001")).await;
        let (worker, owner) = (fixture::empty(&db).await, fixture::empty(&db).await);
        let (ending, film) = (confirm(&claim), film.clone());
        let (confirmed, rerun) =
            together(async move { worker.end_images(&[ending], &film).await.unwrap()[0] }, async move {
                owner.rerun(&claim.scenecode, Rerun::Frames).await.unwrap()
            })
            .await;
        assert_eq!(rerun, Answer::Applied);
        assert!(matches!(confirmed, Answer::Applied | Answer::Stale), "{confirmed:?}");
        // Whoever came first: in the end the frames are wanted anew, and nobody submits the old ones.
        let rows =
            person.process(number, "status, task_lock").await + " " + &person.task(number, "status").await;
        assert_eq!(rows, "waiting|1 0", "{confirmed:?}");
        // Out of the way of the next round.
        store.cancel(&code(number)).await.unwrap();
    }
}

async fn a_cancel_against_a_submission_leaves_no_half(db: Fresh) {
    let store = ready(&db, 8).await;
    let mut person = Person::enter(&db).await;
    for number in 1..=8 {
        let lock = sent(&store, &holder("001")).await;
        let (worker, owner) = (fixture::empty(&db).await, fixture::empty(&db).await);
        let scenecode = lock.scenecode.clone();
        let (submitted, cancelled) = together(
            async move { worker.accept_clip(&lock, &accepted("job"), &paid()).await.unwrap() },
            async move { owner.cancel(&scenecode).await.unwrap() },
        )
        .await;
        assert_eq!(cancelled, Answer::Applied);
        // The shot is out, its frames are kept, and the id is in the ledger; not used is told unless it was submitted.
        assert_eq!(person.task(number, "status").await, "2");
        assert_eq!(person.process(number, "status, task_lock, vdurl").await, "cancelled|1|NULL");
        let sql = "SELECT vdurl, outcome FROM dbvideo_submission WHERE scenecode";
        assert_eq!(person.look(&format!("{sql} = '{}'", code(number))).await, "job|unused");
        let told = person.look("SELECT COUNT(*) FROM dbvideo_alert WHERE kind = 'paid, not used'").await;
        let expected = if submitted == Answer::Applied { "0" } else { "1" };
        assert_eq!(told, expected, "{submitted:?}");
        person.run("DELETE FROM dbvideo_alert").await;
    }
}

async fn a_shot_is_taken_out_and_comes_back(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    // Its clip alone, since the frames are there.
    assert_eq!(store.cancel(&code(1)).await.unwrap(), Answer::Applied);
    assert_eq!(person.look(BOTH).await, "2|cancelled|1|NULL");
    assert_eq!(store.retry(&code(1)).await.unwrap(), Answer::Applied);
    assert_eq!(person.look(BOTH).await, "2|ready|0|NULL");
    // The whole shot, while its frames are made again.
    store.rerun(&code(1), Rerun::Frames).await.unwrap();
    assert_eq!(store.cancel(&code(1)).await.unwrap(), Answer::Applied);
    assert_eq!(person.look(BOTH).await, "4|cancelled|1|NULL");
    assert!(
        store.claim_images(&holder("001"), &crate::images_stage::all_types(), 1).await.unwrap().is_empty()
    );
    assert_eq!(store.rerun(&code(1), Rerun::Frames).await.unwrap(), Answer::Applied);
    assert_eq!(person.look(BOTH).await, "0|waiting|1|NULL");
    assert_eq!(remake(&store, "new").await, Answer::Applied);
    assert_eq!(person.look(BOTH).await, "2|ready|0|NULL");
}

async fn a_failed_shot_is_tried_again(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let running = claim(&store, &holder("001"), 1).await.remove(0);
    end(&store, fault(&running, FaultClass::Refused)).await;
    assert_eq!(person.task(1, "status, retry_count").await, "3|1");
    assert_eq!(store.retry(&code(1)).await.unwrap(), Answer::Applied);
    assert_eq!(person.task(1, "status, retry_count, last_error").await, "0|0|NULL");
    assert_eq!(remake(&store, "new").await, Answer::Applied);
    // Then its clip: refused by the platform, tried again, and held, made again.
    submitted(&db, &store, &holder("001"), "job-1").await;
    let claim = poll(&store, &holder("001")).await;
    let no = Fault::new(FaultClass::Refused, "no");
    store.fail_poll(&claim, &no, 0.5, &paid()).await.unwrap();
    assert_eq!(person.process(1, "status, vdurl, retry_count").await, "failed|job-1|1");
    assert_eq!(store.retry(&code(1)).await.unwrap(), Answer::Applied);
    assert_eq!(person.process(1, BARE).await, READY);
    assert_eq!(person.process(1, "retry_count, last_error").await, "0|NULL");
    let held = sent(&store, &holder("001")).await;
    store.end_lock(&held, &LockEnding::Unknown { message: "?".to_owned() }, &paid()).await.unwrap();
    assert_eq!(store.rerun(&code(1), Rerun::Clip).await.unwrap(), Answer::Applied);
    assert_eq!(lock(&store, &holder("001")).await.claim_seq, held.claim_seq + 2);
}

async fn a_clip_is_not_ready_without_its_frames(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    store.rerun(&code(1), Rerun::Frames).await.unwrap();
    let painting = painting(&store, &holder("001")).await;
    store.cancel(&code(1)).await.unwrap();
    assert_eq!(person.log(1).await, "1|done|NULL\n2|released|NULL");
    refused(store.retry(&code(1)).await);
    assert_eq!(person.look(BOTH).await, "4|cancelled|1|NULL");
    assert_eq!(end(&store, confirm(&painting)).await, Answer::Stale);
    assert_eq!(person.look(BOTH).await, "4|cancelled|1|NULL");
}

fn refused(answer: Result<Answer, Error>) {
    assert!(matches!(answer, Err(Error::Refused(_))), "{answer:?}");
}

async fn what_a_state_does_not_allow_is_refused_and_nothing_moves(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    store.rerun(&code(2), Rerun::Frames).await.unwrap();
    let before = person.snapshot().await;
    // Ready: nothing failed, no clip to make again. Pending and waiting: they are being made already.
    refused(store.retry(&code(1)).await);
    refused(store.rerun(&code(1), Rerun::Clip).await);
    refused(store.rerun(&code(2), Rerun::Frames).await);
    refused(store.rerun(&code(2), Rerun::Clip).await);
    refused(store.retry(&code(2)).await);
    assert_eq!(person.snapshot().await, before);
    let error = store.retry(&code(1)).await.unwrap_err();
    assert_eq!(error.to_string(), "expected a state that allows `retry`, got `ready`");
}

async fn an_unknown_shot_is_gone(db: Fresh) {
    let store: Store = fixture::film_with_shots(&db, 1).await;
    let nowhere = Scenecode::new("SCN999999").unwrap();
    assert_eq!(store.rerun(&nowhere, Rerun::Frames).await.unwrap(), Answer::Gone);
    assert_eq!(store.rerun(&nowhere, Rerun::Clip).await.unwrap(), Answer::Gone);
    assert_eq!(store.cancel(&nowhere).await.unwrap(), Answer::Gone);
    assert_eq!(store.retry(&nowhere).await.unwrap(), Answer::Gone);
    // A shot whose frames were never completed has no clip to make again.
    refused(store.rerun(&code(1), Rerun::Clip).await);
}
