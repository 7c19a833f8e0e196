//! Workers enter, take their id over, and leave.

use rushes_core::{BootId, TaskType, WorkerId};
use rushes_store::{Answer, Doing, Held, Holder, Registered, WorkerInfo};
use rushes_testkit::{Fresh, on_every_database};

use crate::fixture;

on_every_database! {
    a_new_worker_enters_and_is_listed,
    a_second_start_is_told_who_has_the_id,
    a_lost_answer_does_not_lock_a_worker_out,
    an_id_is_taken_over_from_the_start_that_has_it,
    of_two_that_take_over_one_does,
    of_many_that_come_at_once_one_enters,
    a_worker_that_leaves_is_stopped,
}

fn holder(worker: &str, boot: &str) -> Holder {
    Holder { worker_id: WorkerId::new(worker).unwrap(), boot_id: BootId::new(boot).unwrap() }
}

fn info(host: &str) -> WorkerInfo {
    let types = |names: &[&str]| names.iter().map(|it| TaskType::new(*it).unwrap()).collect();
    WorkerInfo {
        host: host.to_owned(),
        version: "0.1.0".to_owned(),
        prefers: types(&["character", "scene"]),
        only: types(&[]),
        stages: vec!["frames".to_owned(), "clips".to_owned()],
        slots: 4,
        current_type: Some(TaskType::new("character").unwrap()),
    }
}

async fn a_new_worker_enters_and_is_listed(db: Fresh) {
    let store = fixture::store(&db).await;
    for id in ["002", "PC-1", "001"] {
        let answer =
            store.register_worker(&holder(id, "boot-1111"), &info("studio\0pc 工作室")).await.unwrap();
        assert_eq!(answer, Registered::Entered);
    }
    let workers = store.workers().await.unwrap();
    let ids: Vec<&str> = workers.iter().map(|it| it.worker.worker_id.as_str()).collect();
    assert_eq!(ids, ["001", "002", "PC-1"]);
    let row = &workers[0].worker;
    assert_eq!(store.worker_row(&row.worker_id).await.unwrap().as_ref(), Some(row));
    assert_eq!((row.host.as_str(), row.version.as_str()), ("studio\u{FFFD}pc 工作室", "0.1.0"));
    assert_eq!(
        (row.prefers.as_str(), row.only.as_str(), row.stages.as_str()),
        ("character,scene", "", "frames,clips")
    );
    assert_eq!((row.slots, row.current_type.as_str(), row.state.as_str()), (4, "character", "starting"));
    assert_eq!((row.beats, row.ended_at, row.wanted.as_str()), (0, None, ""));
    let age = store.now().await.unwrap().since(row.started_at);
    assert!(age.as_secs() < 60 && row.lastbeat == row.started_at, "{age:?}");
    assert_eq!(store.worker_row(&WorkerId::new("003").unwrap()).await.unwrap(), None);
}

async fn a_second_start_is_told_who_has_the_id(db: Fresh) {
    let store = fixture::store(&db).await;
    store.register_worker(&holder("001", "boot-1111"), &info("first")).await.unwrap();
    let second = store.register_worker(&holder("001", "boot-2222"), &info("second")).await.unwrap();
    let Registered::Occupied(there) = second else { panic!("{second:?}") };
    assert_eq!((there.boot_id.as_str(), there.host.as_str()), ("boot-1111", "first"));
    assert_eq!(store.worker_row(&there.worker_id).await.unwrap(), Some(*there));
}

async fn a_lost_answer_does_not_lock_a_worker_out(db: Fresh) {
    let store = fixture::store(&db).await;
    let me = holder("001", "boot-1111");
    store.register_worker(&me, &info("first")).await.unwrap();
    assert_eq!(store.register_worker(&me, &info("first")).await.unwrap(), Registered::Entered);
}

async fn an_id_is_taken_over_from_the_start_that_has_it(db: Fresh) {
    let store = fixture::store(&db).await;
    let [one, two, three] = ["boot-1111", "boot-2222", "boot-3333"].map(|boot| holder("001", boot));
    store.register_worker(&one, &info("first")).await.unwrap();
    store.worker_left(&one).await.unwrap();
    let before = store.worker_row(&one.worker_id).await.unwrap().unwrap();

    assert_eq!(store.take_over(&two, &info("second"), &one.boot_id).await.unwrap(), Answer::Applied);
    let row = store.worker_row(&one.worker_id).await.unwrap().unwrap();
    assert_eq!((row.boot_id, row.host.as_str(), row.ended_at), (two.boot_id.clone(), "second", None));
    assert!(row.beats > before.beats, "whoever watches the row sees it move");

    assert_eq!(store.take_over(&two, &info("second"), &one.boot_id).await.unwrap(), Answer::Already);
    assert_eq!(store.take_over(&three, &info("third"), &one.boot_id).await.unwrap(), Answer::Stale);
    let nobody = holder("002", "boot-4444");
    assert_eq!(store.take_over(&nobody, &info("fourth"), &one.boot_id).await.unwrap(), Answer::Gone);

    let beat = async |who: &Holder| store.beat(who, &Held::default(), &Doing::default()).await.unwrap();
    assert!(beat(&one).await.is_none(), "the earlier start learns it from its beat");
    assert!(beat(&two).await.is_some());
    assert_eq!(store.worker_left(&one).await.unwrap(), Answer::Stale);
}

async fn of_two_that_take_over_one_does(db: Fresh) {
    let store = fixture::store(&db).await;
    let first = holder("001", "boot-1111");
    store.register_worker(&first, &info("first")).await.unwrap();
    let race = ["boot-2222", "boot-3333", "boot-4444"].map(|boot| {
        let (store, earlier) = (store.clone(), first.boot_id.clone());
        tokio::spawn(
            async move { store.take_over(&holder("001", boot), &info(boot), &earlier).await.unwrap() },
        )
    });
    let mut answers = Vec::new();
    for runner in race {
        answers.push(runner.await.unwrap());
    }
    answers.sort_by_key(|it| *it != Answer::Applied);
    assert_eq!(answers, [Answer::Applied, Answer::Stale, Answer::Stale]);
}

async fn of_many_that_come_at_once_one_enters(db: Fresh) {
    let store = fixture::store(&db).await;
    let race: Vec<_> = (0..6)
        .map(|number| {
            let store = store.clone();
            let me = holder("001", &format!("boot-{number:04}"));
            tokio::spawn(async move { store.register_worker(&me, &info("host")).await.unwrap() })
        })
        .collect();
    let mut entered = 0;
    for runner in race {
        entered += usize::from(runner.await.unwrap() == Registered::Entered);
    }
    assert_eq!((entered, store.workers().await.unwrap().len()), (1, 1));
}

async fn a_worker_that_leaves_is_stopped(db: Fresh) {
    let store = fixture::store(&db).await;
    let me = holder("001", "boot-1111");
    store.register_worker(&me, &info("first")).await.unwrap();
    assert_eq!(store.worker_left(&me).await.unwrap(), Answer::Applied);
    let row = store.worker_row(&me.worker_id).await.unwrap().unwrap();
    assert_eq!(
        (row.state.as_str(), row.current_type.as_str(), row.ended_at.is_some()),
        ("stopped", "", true)
    );
}
