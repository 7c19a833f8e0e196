//! The watchdog's lease: one sweeps for all, and grace only after the whole farm was away.

use rushes_core::Instant;
use rushes_store::{Store, Watch};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture;
use crate::images_stage::{Person, film};

on_every_database! {
    the_first_watcher_sweeps_at_once_and_again_when_a_sweep_is_due,
    a_lease_that_somebody_renews_is_theirs_until_two_beats_are_missing,
    of_two_watchers_at_once_one_has_the_lease,
    a_start_gives_no_grace,
    a_watcher_that_was_away_with_the_whole_farm_gives_grace_once_until_a_full_sweep,
    grace_is_the_farms_and_holds_for_every_watcher,
    a_clock_that_jumped_back_shuts_nobody_out_and_makes_no_grace_longer,
}

async fn watch(store: &Store, me: &str, seasoned: bool) -> Watch {
    store.watch(me, seasoned, &film()).await.unwrap()
}

/// Moves instants of the lease by milliseconds.
async fn shift(person: &mut Person, column: &str, by: i64) {
    person.run(&format!("UPDATE dbvideo_lease SET {column} = {column} + {by}")).await;
}

async fn the_first_watcher_sweeps_at_once_and_again_when_a_sweep_is_due(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut person = Person::enter(&db).await;
    assert_eq!(watch(&store, "a", false).await, Watch::Sweep);
    assert_eq!(watch(&store, "a", true).await, Watch::Sweep, "until somebody says that it ran");
    store.swept("a").await.unwrap();
    assert_eq!(watch(&store, "a", true).await, Watch::Wait);
    shift(&mut person, "last_sweep_at", -290_000).await;
    assert_eq!(watch(&store, "a", true).await, Watch::Wait);
    shift(&mut person, "last_sweep_at", -11_000).await;
    assert_eq!(watch(&store, "a", true).await, Watch::Sweep);
}

async fn a_lease_that_somebody_renews_is_theirs_until_two_beats_are_missing(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut person = Person::enter(&db).await;
    watch(&store, "a", false).await;
    for seasoned in [false, true] {
        assert_eq!(watch(&store, "b", seasoned).await, Watch::Theirs);
    }
    store.swept("b").await.unwrap();
    assert_eq!(watch(&store, "a", true).await, Watch::Sweep, "only the holder says that a sweep ran");
    store.swept("a").await.unwrap();
    shift(&mut person, "renewed_at", -50_000).await;
    assert_eq!(watch(&store, "b", true).await, Watch::Theirs);
    shift(&mut person, "renewed_at", -11_000).await;
    assert_eq!(watch(&store, "b", true).await, Watch::Wait);
    assert_eq!(watch(&store, "a", true).await, Watch::Theirs);
}

async fn of_two_watchers_at_once_one_has_the_lease(db: Fresh) {
    let (store, other) = (fixture::film_with_shots(&db, 0).await, fixture::empty(&db).await);
    let mut person = Person::enter(&db).await;
    for _ in 0..10 {
        let (one, two) = tokio::join!(watch(&store, "a", false), watch(&other, "b", false));
        assert!([one, two].contains(&Watch::Theirs) && one != two, "{one:?} {two:?}");
        shift(&mut person, "renewed_at", -61_000).await;
    }
}

async fn a_start_gives_no_grace(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut person = Person::enter(&db).await;
    for me in ["a", "a", "b"] {
        assert_eq!(watch(&store, me, false).await, Watch::Sweep);
        shift(&mut person, "renewed_at", -86_400_000).await;
    }
}

async fn a_watcher_that_was_away_with_the_whole_farm_gives_grace_once_until_a_full_sweep(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut person = Person::enter(&db).await;
    watch(&store, "a", false).await;
    store.swept("a").await.unwrap();
    shift(&mut person, "last_sweep_at", -3_600_000).await;
    shift(&mut person, "renewed_at", -110_000).await;
    assert_eq!(watch(&store, "a", true).await, Watch::Sweep, "four beats may be missing");
    shift(&mut person, "renewed_at", -130_000).await;
    let before = store.now().await.unwrap();
    let grace = watch(&store, "a", true).await;
    let Watch::Grace(until) = grace else { panic!("{grace:?}") };
    let stale = film().timing.stale;
    assert!(before.after(stale) <= until && until <= store.now().await.unwrap().after(stale));
    assert_eq!(watch(&store, "a", true).await, grace, "and no longer");

    // The whole farm was away again before a full sweep ran: the old grace ends when it ends.
    shift(&mut person, "renewed_at", -400_000).await;
    assert_eq!(watch(&store, "a", true).await, grace);
    shift(&mut person, "grace_until", -601_000).await;
    shift(&mut person, "renewed_at", -400_000).await;
    assert_eq!(watch(&store, "a", true).await, Watch::Sweep);
    store.swept("a").await.unwrap();
    shift(&mut person, "renewed_at", -130_000).await;
    assert!(matches!(watch(&store, "a", true).await, Watch::Grace(_)), "a full sweep ran since");
}

async fn grace_is_the_farms_and_holds_for_every_watcher(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut person = Person::enter(&db).await;
    watch(&store, "a", false).await;
    store.swept("a").await.unwrap();
    shift(&mut person, "renewed_at", -130_000).await;
    let grace = watch(&store, "a", true).await;
    assert!(matches!(grace, Watch::Grace(_)), "{grace:?}");
    assert_eq!(watch(&store, "b", true).await, Watch::Theirs);
    for me in ["b", "c"] {
        shift(&mut person, "renewed_at", -61_000).await;
        assert_eq!(watch(&store, me, false).await, grace);
    }
}

async fn a_clock_that_jumped_back_shuts_nobody_out_and_makes_no_grace_longer(db: Fresh) {
    let store = fixture::film_with_shots(&db, 0).await;
    let mut person = Person::enter(&db).await;
    watch(&store, "a", false).await;
    shift(&mut person, "renewed_at", 50_000).await;
    assert_eq!(watch(&store, "b", true).await, Watch::Theirs, "clocks may differ a little");
    shift(&mut person, "renewed_at", 86_400_000).await;
    person.run("UPDATE dbvideo_lease SET grace_until = renewed_at, last_sweep_at = renewed_at").await;
    let latest = |now: Instant| now.after(film().timing.stale);
    let grace = watch(&store, "b", true).await;
    let Watch::Grace(until) = grace else { panic!("{grace:?}") };
    assert!(until <= latest(store.now().await.unwrap()));
    shift(&mut person, "grace_until", -601_000).await;
    assert_eq!(watch(&store, "b", true).await, Watch::Sweep, "a sweep that ran in the future did not run");
}
