//! What a person wants of many shots at once, of one frame, of workers; holds and ranks.

use rushes_core::{FaultClass, FrameSide, Refused, TaskType, WorkerId};
use rushes_store::{Answer, Doing, Granted, Held, Locked, NamedFrame, Order, Rerun, Wish, WorkerInfo};
use rushes_testkit::{Fresh, on_every_database, shell};

use crate::clips_stage::{MAKER, lock, paid, painting, ready, remake, submitted};
use crate::fixture::{self, code};
use crate::images_stage::{Person, all_types, claim, confirm, end, fault, holder};

on_every_database! {
    one_pass_says_what_became_of_each_shot,
    one_frame_is_made_again_until_it_is_there,
    a_held_shot_begins_nothing_and_what_runs_is_finished,
    a_hold_is_inherited_by_the_clip,
    the_articles_own_statements_take_part_beside_a_hold,
    a_rank_is_that_of_both_rows,
    whoever_decides_about_a_shot_has_seen_its_alerts,
    a_worker_hears_at_its_beat_what_is_wanted,
    causes_and_doubts_are_told_by_shot,
}

fn of(number: usize, wish: Wish) -> (rushes_core::Scenecode, Wish) {
    (code(number), wish)
}

fn again(what: Rerun) -> Wish {
    Wish::Rerun { what, seed: None }
}

async fn one_pass_says_what_became_of_each_shot(db: Fresh) {
    let store = fixture::film_with_shots(&db, 120).await;
    let mut person = Person::enter(&db).await;
    shell(&db, "UPDATE dbvideo_arcpictask SET status = 2, claim_seq = 1 WHERE taskid % 2 = 0;");
    let mut wishes: Vec<_> = (1..=120).map(|it| of(it, again(Rerun::Frames))).collect();
    wishes.push((rushes_core::Scenecode::new("SCN999999").unwrap(), Wish::Cancel));
    let granted = store.grant(&wishes).await.unwrap();
    let refused = Granted::Refused(Refused { state: "pending", event: "rerun" });
    for (at, granted) in granted[..120].iter().enumerate() {
        assert_eq!(*granted, if at % 2 == 0 { refused.clone() } else { Granted::Done }, "{at}");
    }
    assert_eq!(granted[120], Granted::Gone);
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE status = 0").await, "120");
}

async fn one_frame_is_made_again_until_it_is_there(db: Fresh) {
    let store = ready(&db, 1).await;
    let mut person = Person::enter(&db).await;
    remake_refused(&store, "pending", "rerun first", Wish::Cancel).await;
    assert_eq!(store.retry(&code(1)).await.unwrap(), Answer::Applied);
    let wish = Wish::Rerun { what: Rerun::Frame(FrameSide::Last), seed: Some(u64::MAX) };
    assert_eq!(store.grant(&[of(1, wish)]).await.unwrap(), [Granted::Done]);
    assert_eq!(person.task(1, "status, remake, seed").await, "0|last|-1");
    assert_eq!(person.process(1, "status, task_lock").await, "waiting|1");
    let first = painting(&store, &holder("001")).await;
    assert_eq!((first.remake, first.seed), (Some(FrameSide::Last), Some(u64::MAX)));
    let kept = store.named_frame(&first, FrameSide::First).await.unwrap().unwrap();
    assert_eq!(kept.path, person.task(1, "firstpic").await);
    assert_eq!(kept.sha256, Some(person.task(1, "first_sha256").await));
    // A fault, a watchdog, a retry: it is still the last one that is wanted.
    end(&store, fault(&first, FaultClass::Refused)).await;
    assert_eq!(store.retry(&code(1)).await.unwrap(), Answer::Applied);
    assert_eq!(painting(&store, &holder("001")).await.remake, Some(FrameSide::Last));
    // Both, after all.
    assert_eq!(store.rerun(&code(1), Rerun::Frames).await.unwrap(), Answer::Applied);
    let both = painting(&store, &holder("001")).await;
    assert_eq!((both.remake, both.seed), (None, Some(u64::MAX)));
    end(&store, confirm(&both)).await;
    store.grant(&[of(1, again(Rerun::Frame(FrameSide::First)))]).await.unwrap();
    assert_eq!(remake(&store, "new").await, Answer::Applied);
    assert_eq!(person.task(1, "status, remake").await, "2|");
    person.run("UPDATE dbvideo_arcpictask SET secondpic = '', first_sha256 = NULL").await;
    let named = |side| store.named_frame(&both, side);
    let first = NamedFrame { path: "new_first.png".to_owned(), sha256: None, seed: 1 };
    assert_eq!(named(FrameSide::First).await.unwrap(), Some(first));
    assert_eq!(named(FrameSide::Last).await.unwrap(), None);
}

/// A shot that has no frame to keep refuses, in whatever state it is then.
async fn remake_refused(store: &rushes_store::Store, state: &'static str, event: &'static str, after: Wish) {
    let one = of(1, again(Rerun::Frame(FrameSide::First)));
    store.grant(&[of(1, again(Rerun::Frames))]).await.unwrap();
    let granted = store.grant(&[one]).await.unwrap();
    assert_eq!(granted, [Granted::Refused(Refused { state, event })]);
    assert_eq!(remake(store, "old").await, Answer::Applied);
    store.grant(&[of(1, after)]).await.unwrap();
}

async fn a_held_shot_begins_nothing_and_what_runs_is_finished(db: Fresh) {
    let store = ready(&db, 2).await;
    let mut person = Person::enter(&db).await;
    let me = holder("001");
    store.grant(&[of(1, again(Rerun::Frames))]).await.unwrap();
    let running = painting(&store, &me).await;
    let hold = [of(1, Wish::Hold), of(2, Wish::Hold)];
    assert_eq!(store.grant(&hold).await.unwrap(), [Granted::Done, Granted::Done]);
    assert_eq!(store.grant(&hold).await.unwrap(), [Granted::Already, Granted::Already]);
    assert_eq!(store.open_shots().await.unwrap(), 1, "what runs");
    assert_eq!(end(&store, confirm(&running)).await, Answer::Applied);
    assert_eq!(store.lock_clip(&me, MAKER, &paid()).await.unwrap(), Locked::Nothing);
    assert_eq!((store.open_shots().await.unwrap(), store.open_frames().await.unwrap()), (0, 0));
    let board = store.board(&rushes_store::BoardFilter::default(), None, 9).await.unwrap();
    assert!(board.iter().all(|it| it.held));
    // A rerun leaves it held; nobody claims it.
    store.grant(&[of(1, again(Rerun::Frames))]).await.unwrap();
    assert!(store.claim_images(&me, &all_types(), 9).await.unwrap().is_empty());
    assert!(store.type_loads().await.unwrap().iter().all(|it| it.ready == 0));
    let release = [of(1, Wish::Release), of(2, Wish::Release)];
    assert_eq!(store.grant(&release).await.unwrap(), [Granted::Done, Granted::Done]);
    assert_eq!(painting(&store, &me).await.scenecode, code(1));
    assert_eq!(lock(&store, &me).await.scenecode, code(2));
    assert_eq!(person.look("SELECT COUNT(*) FROM dbvideo_arcpictask WHERE held = 1").await, "0");
}

async fn a_hold_is_inherited_by_the_clip(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let mut person = Person::enter(&db).await;
    let running = claim(&store, &holder("001"), 1).await.remove(0);
    store.grant(&[of(1, Wish::Hold)]).await.unwrap();
    assert_eq!(end(&store, confirm(&running)).await, Answer::Applied);
    assert_eq!(person.process(1, "status, held").await, "ready|1");
}

async fn the_articles_own_statements_take_part_beside_a_hold(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let mut person = Person::enter(&db).await;
    let tasktype = person.task(1, "tasktype").await;
    store.grant(&[of(1, Wish::Hold)]).await.unwrap();
    // A person is free to take what is held for the workers.
    assert_eq!(person.claim_as_in_the_article("007", &tasktype).await, 1);
    assert_eq!(person.task(1, "status, worker_id").await, "1|007");
    assert_eq!(store.held(&holder("001")).await.unwrap(), Held::default());
}

async fn a_rank_is_that_of_both_rows(db: Fresh) {
    let store = ready(&db, 3).await;
    let mut person = Person::enter(&db).await;
    let ranks = [of(3, Wish::Priority(90)), of(2, Wish::Priority(50))];
    assert_eq!(store.grant(&ranks).await.unwrap(), [Granted::Done, Granted::Already]);
    assert_eq!(
        (person.task(3, "priority").await, person.process(3, "priority").await),
        ("90".into(), "90".into())
    );
    assert_eq!(lock(&store, &holder("001")).await.scenecode, code(3));
}

async fn whoever_decides_about_a_shot_has_seen_its_alerts(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    for running in claim(&store, &holder("001"), 3).await {
        end(&store, fault(&running, FaultClass::Refused)).await;
    }
    assert_eq!(store.open_alerts(9).await.unwrap().len(), 3);
    store.grant(&[of(1, Wish::Retry), of(2, again(Rerun::Frames)), of(3, Wish::Cancel)]).await.unwrap();
    // A failed image task cannot be taken out: it is out. Its alert stays.
    let open = store.open_alerts(9).await.unwrap();
    assert_eq!(open.iter().filter_map(|it| it.scenecode.clone()).collect::<Vec<_>>(), [code(3)]);
}

async fn a_worker_hears_at_its_beat_what_is_wanted(db: Fresh) {
    let store = fixture::store(&db).await;
    let me = holder("001");
    let info = WorkerInfo { stages: vec!["frames".to_owned()], slots: 4, ..WorkerInfo::default() };
    store.register_worker(&me, &info).await.unwrap();
    let hears = async || {
        let beat = store.beat(&me, &Held::default(), &Doing::default()).await.unwrap().unwrap();
        (beat.wanted, beat.prefers, beat.stages, beat.slots)
    };
    let text = str::to_owned;
    assert_eq!(hears().await, (text(""), text(""), text("frames"), 4));
    let order = Order { wanted: Some("pause"), slots: Some(7), ..Order::default() };
    assert_eq!(store.order_worker(&me.worker_id, &order).await.unwrap(), Answer::Applied);
    assert_eq!(hears().await, (text("pause"), text(""), text("frames"), 7));
    let order = Order {
        wanted: Some(""),
        prefers: Some(vec![TaskType::new("scene").unwrap(), TaskType::new("character").unwrap()]),
        stages: Some(vec!["frames".to_owned(), "clips".to_owned()]),
        slots: None,
    };
    store.order_worker(&me.worker_id, &order).await.unwrap();
    assert_eq!(hears().await, (text(""), text("scene,character"), text("frames,clips"), 7));
    let nobody = WorkerId::new("009").unwrap();
    assert_eq!(store.order_worker(&nobody, &order).await.unwrap(), Answer::Gone);
    store.worker_left(&me).await.unwrap();
    assert_eq!(store.order_worker(&me.worker_id, &order).await.unwrap(), Answer::Already);
    // A new start begins with its own settings.
    let next = crate::images_stage::start("001", "next");
    store.take_over(&next, &info, &me.boot_id).await.unwrap();
    let row = store.worker_row(&me.worker_id).await.unwrap().unwrap();
    assert_eq!((row.prefers, row.stages, row.slots), (text(""), text("frames"), 4));
}

async fn causes_and_doubts_are_told_by_shot(db: Fresh) {
    let store = ready(&db, 2).await;
    let me = holder("001");
    submitted(&db, &store, &me, "job-1").await;
    shell(&db, "UPDATE dbvideo_submission SET outcome = 'unknown';");
    assert_eq!(store.perhaps_paid().await.unwrap(), [code(1).to_string()].into());
    store.grant(&[of(2, again(Rerun::Frames))]).await.unwrap();
    let running = painting(&store, &me).await;
    end(&store, fault(&running, FaultClass::Refused)).await;
    let causes = store.causes().await.unwrap();
    assert_eq!(causes, [(code(2).to_string(), "refused".to_owned())].into());
}
