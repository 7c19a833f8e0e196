//! A storyboard into the database.

use std::time::{Duration, Instant};

use rushes_core::{Scenecode, Shot, TaskType};
use rushes_store::{Error, Store};
use rushes_testkit::{Fresh, on_every_database, shell};

use crate::fixture::{self, code, shot};

on_every_database! {
    a_second_import_changes_nothing,
    new_texts_change_the_shot_and_leave_its_task,
    type_and_priority_of_the_tasks_follow_the_storyboard,
    a_dry_run_writes_nothing,
    codes_that_differ_in_case_are_refused_and_nothing_is_imported,
    every_text_comes_back_as_it_was,
    image_tasks_are_numbered_in_the_order_of_the_file,
    two_imports_at_once_add_every_shot_once,
    a_long_text_is_kept_whole,
    twenty_thousand_shots_are_imported_in_batches,
}

fn shots(n: usize) -> Vec<Shot> {
    (1..=n).map(shot).collect()
}

fn count(db: &Fresh, table: &str) -> usize {
    shell(db, &format!("SELECT COUNT(*) FROM {table};")).trim().parse().unwrap()
}

async fn a_second_import_changes_nothing(db: Fresh) {
    let store = fixture::film_with_shots(&db, 7).await;
    let answer = store.import(&shots(7), false).await.unwrap();
    assert_eq!((answer.added.len(), answer.changed.len(), answer.unchanged), (0, 0, 7));
    assert_eq!((count(&db, "dbvideo_shot"), count(&db, "dbvideo_arcpictask")), (7, 7));
}

async fn new_texts_change_the_shot_and_leave_its_task(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    shell(&db, "UPDATE dbvideo_arcpictask SET status = 2, firstpic = 'a.png' WHERE scenecode = 'SCN000002';");
    let mut changed = shots(4);
    changed[1].last_prompt = "Snow falls".to_owned();
    changed[1].seed = None;
    let answer = store.import(&changed, false).await.unwrap();
    assert_eq!((answer.added, answer.changed, answer.unchanged), (vec![code(4)], vec![code(2)], 2));
    assert_eq!(store.shot(&code(2)).await.unwrap().as_ref(), Some(&changed[1]));
    let task = "SELECT status, firstpic FROM dbvideo_arcpictask WHERE scenecode = 'SCN000002';";
    assert_eq!(shell(&db, task).trim(), "2\ta.png");
}

async fn type_and_priority_of_the_tasks_follow_the_storyboard(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    shell(&db, "INSERT INTO dbvideo_process (scenecode, status) VALUES ('SCN000001', 'ready');");
    let mut changed = shots(2);
    changed[0].tasktype = TaskType::new("prop").unwrap();
    changed[0].priority = 100;
    assert_eq!(store.import(&changed, false).await.unwrap().changed, [code(1)]);
    assert_eq!(store.import(&changed, false).await.unwrap().unchanged, 2);
    let tasks = "SELECT tasktype, priority FROM dbvideo_arcpictask ORDER BY taskid;";
    assert_eq!(shell(&db, tasks).trim(), "prop\t100\nlocation\t50");
    assert_eq!(shell(&db, "SELECT priority FROM dbvideo_process;").trim(), "100");
}

async fn a_dry_run_writes_nothing(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let mut changed = shots(3);
    changed[0].title = "Another title".to_owned();
    let dry = store.import(&changed, true).await.unwrap();
    assert_eq!((dry.added.clone(), dry.changed.clone(), dry.unchanged), (vec![code(3)], vec![code(1)], 1));
    assert_eq!((count(&db, "dbvideo_shot"), count(&db, "dbvideo_arcpictask")), (2, 2));
    assert_eq!(store.shot(&code(1)).await.unwrap(), Some(shot(1)));
    assert_eq!(store.import(&changed, false).await.unwrap(), dry);
}

async fn codes_that_differ_in_case_are_refused_and_nothing_is_imported(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    let lower = Shot { scenecode: Scenecode::new("scn000002").unwrap(), ..shot(5) };
    let other = |code: &str, position| Shot { scenecode: Scenecode::new(code).unwrap(), ..shot(position) };
    for (refused, names) in [
        (vec![shot(4), lower], ["scn000002", "SCN000002"]),
        (vec![other("Été1", 4), other("été1", 5)], ["été1", "Été1"]),
        (vec![shot(4), shot(4)], ["SCN000004", "SCN000004"]),
    ] {
        for dry_run in [true, false] {
            let error = store.import(&refused, dry_run).await.unwrap_err();
            let [code, other] = names;
            assert!(
                matches!(&error, Error::SameCode { code: c, other: o } if c == code && o == other),
                "{error}"
            );
        }
    }
    assert_eq!((count(&db, "dbvideo_shot"), count(&db, "dbvideo_arcpictask")), (2, 2));
}

/// Texts that some layer on the way to a database has stumbled over.
fn strange_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "🎬👩‍🚀🇨🇳",
        "مرحبا שלום \u{202E}abc\u{202C}",
        "  spaces kept  ",
        "a\tb\nc\r\nd",
        "back\\slash \\n \\u0041 \\",
        "\"double\" 'single' `back` $1 $[*] ? ?? :name @x %s {now}",
        "\u{FEFF}\u{200B}\u{2028}\u{2029}\u{85}\u{7F}",
        "e\u{301} vs \u{E9} ﬁ ß İ",
        "\u{10FFFF}\u{FFFF}\u{FFFE}",
        "123",
        "null",
        "[1, {\"a\": \"b\"}]",
    ]
    .map(str::to_owned)
    .into();
    texts.push((1..0x20).filter_map(char::from_u32).collect());
    texts
}

async fn every_text_comes_back_as_it_was(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut wanted: Vec<Shot> =
        strange_texts().iter().enumerate().map(|(at, text)| strange(at + 1, text)).collect();
    wanted[0].scenecode = Scenecode::new("镜".repeat(64)).unwrap();
    wanted[1].scenecode = Scenecode::new("İ".repeat(64)).unwrap();
    wanted[2].scenecode = Scenecode::new("a b'c\"d%e_f🎬").unwrap();
    wanted[3].seed = Some(u64::MAX);
    wanted[4].seed = Some(u64::MAX / 2);
    wanted[5].seed = Some(0);
    wanted[6].duration = Duration::from_millis(1);
    wanted[7].chapter = u32::MAX;
    wanted[7].position = u32::MAX;
    assert_eq!(store.import(&wanted, false).await.unwrap().added.len(), wanted.len());
    assert_eq!(store.import(&wanted, false).await.unwrap().unchanged, wanted.len());
    assert_read_back(&store, &wanted).await;

    let moved: Vec<Shot> =
        wanted.iter().zip(strange_texts().iter().rev()).map(|(shot, text)| reworded(shot, text)).collect();
    store.import(&moved, false).await.unwrap();
    assert_read_back(&store, &moved).await;

    let nul = reworded(&shot(99), "a\0b");
    store.import(std::slice::from_ref(&nul), false).await.unwrap();
    assert_eq!(store.shot(&code(99)).await.unwrap(), Some(reworded(&nul, "a\u{FFFD}b")));
    assert_eq!(store.import(&[nul], false).await.unwrap().unchanged, 1);
}

async fn assert_read_back(store: &Store, wanted: &[Shot]) {
    for shot in wanted {
        assert_eq!(store.shot(&shot.scenecode).await.unwrap().as_ref(), Some(shot));
    }
}

fn strange(number: usize, text: &str) -> Shot {
    reworded(&shot(number), text)
}

fn reworded(shot: &Shot, text: &str) -> Shot {
    let text = || text.to_owned();
    Shot {
        chapter_title: text(),
        title: text(),
        first_prompt: text(),
        last_prompt: text(),
        aiwords: text(),
        negative_prompt: text(),
        dialogue: text(),
        characters: text(),
        location: text(),
        refs: text(),
        extra: text(),
        ..shot.clone()
    }
}

async fn image_tasks_are_numbered_in_the_order_of_the_file(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut backwards = shots(1203);
    backwards.reverse();
    store.import(&backwards, false).await.unwrap();
    let rows = shell(&db, "SELECT scenecode FROM dbvideo_arcpictask ORDER BY taskid;");
    let expected: Vec<String> = backwards.iter().map(|it| it.scenecode.to_string()).collect();
    assert_eq!(rows.lines().collect::<Vec<_>>(), expected);
}

async fn two_imports_at_once_add_every_shot_once(db: Fresh) {
    let stores = [fixture::film_with_shots(&db, 0).await, fixture::empty(&db).await];
    let imports =
        stores.map(|store| tokio::spawn(async move { store.import(&shots(700), false).await.unwrap() }));
    let [one, other] = imports;
    let (one, other) = (one.await.unwrap(), other.await.unwrap());
    assert_eq!((one.added.len() + other.added.len(), one.unchanged + other.unchanged), (700, 700));
    assert_eq!((count(&db, "dbvideo_shot"), count(&db, "dbvideo_arcpictask")), (700, 700));
}

async fn a_long_text_is_kept_whole(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let long = "镜头🎬 \"\n".repeat(60_000);
    let wanted: Vec<Shot> =
        (1..=5).map(|it| Shot { extra: long.clone(), first_prompt: long.clone(), ..shot(it) }).collect();
    store.import(&wanted, false).await.unwrap();
    assert_read_back(&store, &wanted).await;
}

async fn twenty_thousand_shots_are_imported_in_batches(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut all = shots(20_000);
    let timed = async |what: &str, all: &[Shot]| {
        let begun = Instant::now();
        let answer = store.import(all, false).await.unwrap();
        println!("{:?}: 20,000 shots {what} in {:?}", db.backend, begun.elapsed());
        (answer.added.len(), answer.changed.len(), answer.unchanged)
    };
    assert_eq!(timed("added", &all).await, (20_000, 0, 0));
    assert_eq!(timed("compared", &all).await, (0, 0, 20_000));
    all.iter_mut().for_each(|it| it.title.push('!'));
    assert_eq!(timed("changed", &all).await, (0, 20_000, 0));
    assert_eq!(store.shot(&code(20_000)).await.unwrap().as_ref(), all.last());
    let page = store.shots(None, 20).await.unwrap();
    assert_eq!(page, all[..20]);
}
