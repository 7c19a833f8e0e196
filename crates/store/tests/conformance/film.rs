//! The film's settings, the tables and the clock.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rushes_core::{Film, OnUnknown, TaskType, Timing};
use rushes_store::Error;
use rushes_testkit::{Fresh, on_every_database, shell};

use crate::fixture;

on_every_database! {
    a_film_is_read_as_it_was_written,
    a_second_film_is_refused_and_the_first_stays,
    a_database_without_a_film_says_so,
    three_may_migrate_at_once,
    an_empty_database_is_refused_until_it_is_migrated,
    a_newer_schema_is_refused,
    the_clock_of_the_database_agrees_with_this_machines,
}

async fn a_film_is_read_as_it_was_written(db: Fresh) {
    let store = fixture::store(&db).await;
    let scene = TaskType::new("scene").unwrap();
    let film = Film {
        title: "第一大道 \u{0} 🎬 'quoted' \\ \"twice\"".to_owned(),
        frame_makers: BTreeMap::from([
            ("*".to_owned(), "comfy".to_owned()),
            ("scene".to_owned(), "影".to_owned()),
        ]),
        on_unknown: OnUnknown::Hold,
        max_submissions: Some(1029),
        timing: Timing {
            beat: Duration::from_millis(1),
            limits: BTreeMap::from([(scene, Duration::from_millis(1_800_001))]),
            retries: 7,
            ..Timing::default()
        },
        ..fixture::film()
    };
    store.create_film(&film).await.unwrap();
    let expected = Film { title: film.title.replace('\0', "\u{FFFD}"), ..film };
    assert_eq!(store.film().await.unwrap(), expected);
}

async fn a_second_film_is_refused_and_the_first_stays(db: Fresh) {
    let store = fixture::store(&db).await;
    store.create_film(&fixture::film()).await.unwrap();
    let other = Film { title: "Another".to_owned(), ..fixture::film() };
    let error = store.create_film(&other).await.unwrap_err();
    assert!(matches!(&error, Error::FilmExists { title } if title == "The First Avenue"), "{error}");
    assert_eq!(store.film().await.unwrap(), fixture::film());
}

async fn a_database_without_a_film_says_so(db: Fresh) {
    let store = fixture::store(&db).await;
    let none =
        [store.film().await.err(), store.import(&[], false).await.err(), store.import(&[], true).await.err()];
    assert!(none.iter().all(|it| matches!(it, Some(Error::NoFilm))), "{none:?}");
}

async fn three_may_migrate_at_once(db: Fresh) {
    let stores = [fixture::empty(&db).await, fixture::empty(&db).await, fixture::empty(&db).await];
    let [a, b, c] = &stores;
    let done = tokio::join!(a.migrate(), b.migrate(), c.migrate());
    assert!(matches!(done, (Ok(()), Ok(()), Ok(()))), "{done:?}");
    a.check_schema().await.unwrap();
    assert_eq!(shell(&db, "SELECT COUNT(*) FROM dbvideo_lease;").trim(), "1");
}

/// On MariaDB a migration cannot be rolled back: a `kill -9` leaves some tables and a mark that it did not end.
#[cfg(feature = "servers")]
#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_was_killed_is_begun_again() {
    let db = rushes_testkit::fresh(rushes_testkit::Backend::MariaDb);
    let store = fixture::store(&db).await;
    shell(&db, "DROP TABLE dbvideo_lease; UPDATE _sqlx_migrations SET success = FALSE;");
    store.migrate().await.unwrap();
    assert_eq!(shell(&db, "SELECT COUNT(*) FROM dbvideo_lease;").trim(), "1");
    assert_eq!(shell(&db, "SELECT DISTINCT success FROM _sqlx_migrations;").trim(), "1");
}

async fn an_empty_database_is_refused_until_it_is_migrated(db: Fresh) {
    let store = fixture::empty(&db).await;
    let error = store.check_schema().await.unwrap_err();
    assert!(matches!(error, Error::OlderSchema { found: 0, .. }), "{error}");
    store.migrate().await.unwrap();
    store.check_schema().await.unwrap();
}

async fn a_newer_schema_is_refused(db: Fresh) {
    let store = fixture::store(&db).await;
    shell(&db, "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1;");
    let told = store.check_schema().await.unwrap_err();
    assert!(matches!(told, Error::NewerSchema { found: 9999, .. }), "{told}");
    let migrated = store.migrate().await.unwrap_err();
    assert!(matches!(migrated, Error::NewerSchema { found: 9999, .. }), "{migrated}");
    let other = fixture::empty(&db).await.migrate().await.unwrap_err();
    assert!(matches!(other, Error::NewerSchema { .. }), "nobody waits for the one that was refused: {other}");
}

async fn the_clock_of_the_database_agrees_with_this_machines(db: Fresh) {
    let store = fixture::store(&db).await;
    let mine = || i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
    let before = mine();
    let database = store.now().await.unwrap().0;
    let after = mine();
    assert!((before - 60_000..=after + 60_000).contains(&database), "{before} {database} {after}");
}
