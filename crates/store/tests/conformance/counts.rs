//! Counts, progress and loads agree with the rows.

use std::time::Duration;

use rushes_core::{ClipState, ImageState, Progress, TaskType, TypeLoad, TypeProgress};
use rushes_store::{ClipCount, Counts};
use rushes_testkit::{Fresh, on_every_database, shell};

use crate::fixture;

on_every_database! {
    an_empty_film_has_no_counts,
    counts_agree_with_the_rows,
    loads_count_what_can_be_claimed_now,
    the_usual_time_is_the_mean_of_the_last_made,
    progress_counts_what_is_left_and_what_was_made_lately,
}

/// A worklog row that began and ended so many seconds before now.
pub(crate) fn log(now: i64, stage: &str, number: usize, tasktype: &str, ended: (&str, i64, i64)) -> String {
    let (outcome, began, finished) = ended;
    let (began, finished) = (now - began * 1000, now - finished * 1000);
    format!(
        "INSERT INTO dbvideo_worklog (stage, scenecode, claim_seq, worker_id, tasktype, outcome, started_at, finished_at) \
         VALUES ('{stage}', '{}', 1, '001', '{tasktype}', '{outcome}', {began}, {finished});\n",
        fixture::code(number)
    )
}

/// The statement that puts the image task of a shot into a state.
pub(crate) fn set_image(number: usize, status: i32) -> String {
    format!(
        "UPDATE dbvideo_arcpictask SET status = {status} WHERE scenecode = '{}';\n",
        fixture::code(number)
    )
}

/// The statement that makes the process row of a shot.
pub(crate) fn add_clip(number: usize, status: &str, task_lock: i32) -> String {
    format!(
        "INSERT INTO dbvideo_process (scenecode, status, task_lock) VALUES ('{}', '{status}', {task_lock});\n",
        fixture::code(number)
    )
}

async fn an_empty_film_has_no_counts(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    assert_eq!(store.counts().await.unwrap(), Counts::default());
    assert!(store.type_loads().await.unwrap().is_empty());
    let minute = Duration::from_secs(60);
    let nothing = TypeProgress { window: minute, ..TypeProgress::default() };
    assert_eq!(store.progress(minute).await.unwrap(), Progress { frames: nothing, clips: nothing });
}

async fn counts_agree_with_the_rows(db: Fresh) {
    let store = fixture::film_with_shots(&db, 10).await;
    let mut typed: String = (2..=10).map(|it| set_image(it, [1, 2, 2, 2, 2, 2, 2, 3, 4][it - 2])).collect();
    let clips = [("ready", 0), ("ready", 1), ("submitted", 1), ("done", 1), ("done", 0), ("failed", 0)];
    typed.extend((3..=8).zip(clips).map(|(it, (status, lock))| add_clip(it, status, lock)));
    shell(&db, &typed);
    let counts = store.counts().await.unwrap();
    assert_eq!(counts.shots(), 10);
    let images = ImageState::ALL.map(|it| counts.images_in(it));
    assert_eq!(images, [1, 1, 6, 1, 1]);
    let clips = ClipState::ALL.map(|it| counts.clips_in(it));
    assert_eq!(clips, [0, 1, 1, 1, 2, 1, 0], "{counts:?}");
    assert!(counts.clips.contains(&ClipCount { state: ClipState::Done, clips: 2 }));
    let characters: u64 =
        counts.images.iter().filter(|it| it.tasktype == "character").map(|it| it.tasks).sum();
    assert_eq!(characters, 4);
}

async fn loads_count_what_can_be_claimed_now(db: Fresh) {
    let store = fixture::film_with_shots(&db, 12).await;
    let now = store.now().await.unwrap().0;
    // Of the four characters one waits for a back-off, one is held and one has ended.
    let typed = format!(
        "UPDATE dbvideo_arcpictask SET due_at = {} WHERE scenecode = '{}';\n{}{}",
        now + 600_000,
        fixture::code(1),
        set_image(4, 1),
        set_image(7, 2),
    );
    shell(&db, &typed);
    let mut loads = store.type_loads().await.unwrap();
    loads.sort_by_key(|it| it.tasktype.clone());
    let load = |name, ready| TypeLoad {
        tasktype: TaskType::new(name).unwrap(),
        ready,
        samples: 0,
        usual: Duration::ZERO,
    };
    assert_eq!(loads, [load("character", 1), load("location", 4), load("scene", 4)]);
}

async fn the_usual_time_is_the_mean_of_the_last_made(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let now = store.now().await.unwrap().0;
    let mut typed = String::new();
    // 50 that took 1000 s long ago, then 200 that took 20 or 40 s.
    for number in 0..250 {
        let took = if number < 50 { 1000 } else { 20 + 20 * (number as i64 % 2) };
        let finished = 10_000 - number as i64;
        typed += &log(now, "frames", number, "scene", ("done", finished + took, finished));
    }
    typed += &log(now, "frames", 300, "scene", ("retry", 9000, 5));
    typed += &log(now, "clip", 301, "scene", ("done", 9000, 5));
    typed += &log(now, "frames", 302, "character", ("done", 12, 5));
    shell(&db, &typed);
    let loads = store.type_loads().await.unwrap();
    let of = |name: &str| {
        let load = loads.iter().find(|it| it.tasktype.as_str() == name).unwrap();
        (load.samples, load.usual.as_secs())
    };
    assert_eq!([of("character"), of("location"), of("scene")], [(1, 7), (0, 0), (200, 30)]);
}

async fn progress_counts_what_is_left_and_what_was_made_lately(db: Fresh) {
    let store = fixture::film_with_shots(&db, 8).await;
    let now = store.now().await.unwrap().0;
    let mut typed: String = (1..=5).map(|it| set_image(it, [1, 2, 2, 2, 3][it - 1])).collect();
    typed += &add_clip(2, "done", 1);
    typed += &add_clip(3, "submitted", 1);
    typed += &log(now, "frames", 2, "scene", ("done", 9_000, 8_000));
    typed += &log(now, "frames", 3, "scene", ("done", 240, 120));
    typed += &log(now, "frames", 4, "scene", ("done", 200, 100));
    typed += &log(now, "frames", 5, "scene", ("failed", 200, 100));
    typed += &log(now, "clip", 2, "", ("done", 9_000, 100));
    shell(&db, &typed);
    let hour = Duration::from_secs(3600);
    let Progress { frames, clips } = store.progress(hour).await.unwrap();
    // Held or pending: 1, 6, 7, 8. Without a clip besides: 3 (submitted) and 4 (its process row is on its way).
    assert_eq!((frames.left, clips.left), (4, 6));
    assert_eq!((frames.made_lately, clips.made_lately), (2, 1));
    assert!((240..300).contains(&frames.window.as_secs()), "the run began {:?} ago", frames.window);
    assert_eq!(clips.window, hour);
}
