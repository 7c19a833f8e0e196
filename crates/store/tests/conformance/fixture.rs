//! What the cases begin with.

use std::collections::BTreeMap;
use std::time::Duration;

use rushes_core::{Film, OnUnknown, Scenecode, Shot, TaskType, Timing};
use rushes_store::{DatabaseUrl, Store};
use rushes_testkit::Fresh;

/// A connection to the database of a case, whose tables are not made yet.
pub(crate) async fn empty(db: &Fresh) -> Store {
    let url = DatabaseUrl::parse(&db.url).expect("the test kit makes valid addresses");
    Store::create(&url, db.password.as_deref()).await.expect("the test kit's database lets us in")
}

/// A database with tables and nothing in them.
pub(crate) async fn store(db: &Fresh) -> Store {
    let store = empty(db).await;
    store.migrate().await.expect("a fresh database can be migrated");
    store
}

/// A film with `n` shots: SCN000001, SCN000002, .., of the types character, location and scene in turn.
pub(crate) async fn film_with_shots(db: &Fresh, n: usize) -> Store {
    let store = store(db).await;
    store.create_film(&film()).await.expect("an empty database takes a film");
    let shots: Vec<Shot> = (1..=n).map(shot).collect();
    store.import(&shots, false).await.expect("new shots can be imported");
    store
}

/// A film for tests: free makers, the usual times.
pub(crate) fn film() -> Film {
    Film {
        title: "The First Avenue".to_owned(),
        width: 640,
        height: 360,
        fps: 24,
        frame_makers: BTreeMap::from([("*".to_owned(), "animatic".to_owned())]),
        clip_maker: "animatic".to_owned(),
        on_unknown: OnUnknown::Resubmit,
        max_submissions: None,
        timing: Timing::default(),
    }
}

/// The shot number `number`, from 1.
pub(crate) fn shot(number: usize) -> Shot {
    let place = u32::try_from(number).expect("a test has few shots");
    Shot {
        scenecode: code(number),
        tasktype: TaskType::new(["character", "location", "scene"][(number - 1) % 3]).expect("a task type"),
        chapter: (place - 1) / 15 + 1,
        chapter_title: format!("第{}章 The avenue", (place - 1) / 15 + 1),
        position: place,
        title: format!("Shot {number}"),
        first_prompt: format!("A street at dawn, shot {number}. 清晨的街道"),
        last_prompt: format!("The same street at night, shot {number}"),
        aiwords: "the light fades".to_owned(),
        negative_prompt: "blurred".to_owned(),
        seed: Some(u64::from(place)),
        duration: Duration::from_millis(3000),
        dialogue: String::new(),
        characters: "Mei".to_owned(),
        location: "avenue".to_owned(),
        refs: String::new(),
        priority: 50,
        extra: "{}".to_owned(),
    }
}

/// The code of shot number `number`.
pub(crate) fn code(number: usize) -> Scenecode {
    Scenecode::new(format!("SCN{number:06}")).expect("a scenecode")
}
