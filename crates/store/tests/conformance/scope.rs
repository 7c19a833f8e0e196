//! A process that takes on a part of the film claims, locks and waits for nothing else.

use rushes_core::TypeLoad;
use rushes_store::{Locked, Scope, Store};
use rushes_testkit::{Fresh, on_every_database};

use crate::clips_stage::{MAKER, paid, ready};
use crate::fixture;
use crate::images_stage::{Person, all_types, holder};

on_every_database! {
    frames_of_some_chapters_alone_are_claimed,
    the_frames_of_one_shot_alone_are_claimed,
    clips_of_a_part_alone_are_locked,
    a_task_without_a_shot_is_of_the_whole_film,
}

fn chapters(from: u32, to: u32) -> Scope {
    Scope { chapters: (from, to), shot: None }
}

async fn claimed(store: &Store) -> Vec<String> {
    let claims = store.claim_images(&holder("001"), &all_types(), 99).await.unwrap();
    let mut codes: Vec<String> = claims.iter().map(|it| it.scenecode.to_string()).collect();
    codes.sort();
    codes
}

fn codes(numbers: std::ops::RangeInclusive<usize>) -> Vec<String> {
    numbers.map(|it| fixture::code(it).to_string()).collect()
}

/// 15 shots are a chapter.
async fn frames_of_some_chapters_alone_are_claimed(db: Fresh) {
    let whole = fixture::film_with_shots(&db, 50).await;
    let part = whole.clone().within(chapters(2, 3));
    let ready = |loads: Vec<TypeLoad>| loads.iter().map(|it| it.ready).sum::<u64>();
    assert_eq!(ready(whole.type_loads().await.unwrap()), 50);
    assert_eq!(ready(part.type_loads().await.unwrap()), 30);
    assert_eq!((part.open_frames().await.unwrap(), part.open_shots().await.unwrap()), (30, 30));
    assert_eq!(claimed(&part).await, codes(16..=45));
    assert_eq!(claimed(&part).await, [""; 0]);
    assert_eq!(part.open_shots().await.unwrap(), 30, "what is held is open");
    assert_eq!(whole.open_shots().await.unwrap(), 50);
    assert_eq!(claimed(&whole).await.len(), 20);
}

async fn the_frames_of_one_shot_alone_are_claimed(db: Fresh) {
    let whole = fixture::film_with_shots(&db, 20).await;
    let one = Scope { shot: Some(fixture::code(17)), ..Scope::default() };
    let one = whole.clone().within(one);
    assert_eq!((one.open_frames().await.unwrap(), one.open_shots().await.unwrap()), (1, 1));
    assert_eq!(claimed(&one).await, codes(17..=17));
    assert_eq!(claimed(&one).await, [""; 0]);
}

async fn clips_of_a_part_alone_are_locked(db: Fresh) {
    let whole = ready(&db, 18).await;
    let part = whole.clone().within(chapters(2, 2));
    for number in 16..=18 {
        let Locked::Lock(lock) = part.lock_clip(&holder("001"), MAKER, &paid()).await.unwrap() else {
            panic!("chapter 2 has three clips")
        };
        assert_eq!(lock.scenecode, fixture::code(number));
    }
    assert_eq!(part.lock_clip(&holder("001"), MAKER, &paid()).await.unwrap(), Locked::Nothing);
    assert_eq!(part.open_shots().await.unwrap(), 3);
    assert!(matches!(whole.lock_clip(&holder("001"), MAKER, &paid()).await.unwrap(), Locked::Lock(_)));
}

/// A person removed the storyboard's row: somebody must take the task and say so.
async fn a_task_without_a_shot_is_of_the_whole_film(db: Fresh) {
    let whole = fixture::film_with_shots(&db, 2).await;
    let mut person = Person::enter(&db).await;
    person.run("DELETE FROM dbvideo_shot WHERE scenecode = 'SCN000001'").await;
    assert_eq!(claimed(&whole.clone().within(chapters(1, 1))).await, codes(2..=2));
    assert_eq!(claimed(&whole).await, codes(1..=1));
}
