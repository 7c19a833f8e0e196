//! The board, what happened, and the files that rows name.

use std::time::Duration;

use rushes_core::{ClipState, ImageState, Outcome, Scenecode, Stage, TaskType};
use rushes_store::{BoardFilter, BoardRow, Ends, Store};
use rushes_testkit::{Fresh, on_every_database, shell};

use crate::counts::{add_clip, log, set_image};
use crate::fixture::{self, code};

on_every_database! {
    pages_of_the_board_are_the_whole_film_in_order,
    a_filter_shows_what_it_asks_for,
    a_row_of_the_board_says_where_the_shot_stands,
    the_newest_alerts_come_first,
    an_alert_that_was_seen_to_is_no_longer_open,
    what_a_worker_holds_is_counted_now,
    the_worklog_is_read_backwards,
    totals_count_how_each_workers_claims_ended,
    every_file_that_a_row_names_is_told,
}

async fn codes(store: &Store, filter: &BoardFilter) -> Vec<usize> {
    let rows = store.board(filter, None, 1000).await.unwrap();
    rows.iter().map(|it| it.position as usize).collect()
}

async fn pages_of_the_board_are_the_whole_film_in_order(db: Fresh) {
    let store = fixture::film_with_shots(&db, 47).await;
    // Two shots at one place: their codes decide.
    shell(&db, "UPDATE dbvideo_shot SET position = 40 WHERE position = 41;");
    let whole = store.board(&BoardFilter::default(), None, 1000).await.unwrap();
    let order: Vec<Scenecode> = whole.iter().map(|it| it.scenecode.clone()).collect();
    assert_eq!(order, (1..=47).map(code).collect::<Vec<_>>());
    let mut paged: Vec<BoardRow> = Vec::new();
    loop {
        let after = paged.last().map(BoardRow::place);
        let page = store.board(&BoardFilter::default(), after.as_ref(), 7).await.unwrap();
        let shots = store.shots(after.as_ref(), 7).await.unwrap();
        assert!(page.iter().map(|it| &it.scenecode).eq(shots.iter().map(|it| &it.scenecode)));
        if page.is_empty() {
            break;
        }
        paged.extend(page);
    }
    assert_eq!(paged, whole);
}

async fn a_filter_shows_what_it_asks_for(db: Fresh) {
    let store = fixture::film_with_shots(&db, 20).await;
    let typed =
        [set_image(2, 3), set_image(3, 2), set_image(4, 2), set_image(5, 2), set_image(17, 3)].concat();
    shell(&db, &typed);
    shell(&db, &[add_clip(3, "ready", 0), add_clip(4, "ready", 1), add_clip(5, "done", 1)].concat());
    let all = BoardFilter::default();
    let with = |change: fn(&mut BoardFilter)| {
        let mut filter = all.clone();
        change(&mut filter);
        filter
    };
    assert_eq!(codes(&store, &with(|it| it.chapter = Some(2))).await, [16, 17, 18, 19, 20]);
    assert_eq!(codes(&store, &with(|it| it.image = Some(ImageState::Failed))).await, [2, 17]);
    assert_eq!(codes(&store, &with(|it| it.clip = Some(ClipState::Ready))).await, [3]);
    assert_eq!(codes(&store, &with(|it| it.clip = Some(ClipState::Locked))).await, [4]);
    assert_eq!(codes(&store, &with(|it| it.clip = Some(ClipState::Done))).await, [5]);
    assert_eq!(codes(&store, &with(|it| it.clip = Some(ClipState::Failed))).await, Vec::<usize>::new());
    let scenes = with(|it| it.tasktype = TaskType::new("scene").ok());
    assert_eq!(codes(&store, &scenes).await, [3, 6, 9, 12, 15, 18]);
    let both = BoardFilter { chapter: Some(2), image: Some(ImageState::Failed), ..BoardFilter::default() };
    assert_eq!(codes(&store, &both).await, [17]);
}

/// A shot whose clip was made, and is being made again of new frames.
fn made_again(db: &Fresh) {
    shell(
        db,
        "UPDATE dbvideo_arcpictask SET status = 1, worker_id = 'PC-1', claim_seq = 7, retry_count = 2, \
         last_error = '网络 down', firstpic = 'frames/1/a.png', secondpic = 'frames/1/b.png' \
         WHERE scenecode = 'SCN000002';\n\
         INSERT INTO dbvideo_process (scenecode, status, claim_seq, maker, vdurl, firstpic, secondpic) \
         VALUES ('SCN000002', 'waiting', 5, 'ark', 'cgt-1', 'frames/1/a.png', 'frames/1/old.png');\n\
         INSERT INTO dbvideo_videometa (scenecode, claim_seq, path, source, bytes, sha256, width, height, fps, \
         duration_ms, codec, maker, vdurl, created_at) VALUES ('SCN000002', 4, 'clips/1/c.mp4', '', 5000000000, \
         'abc', 640, 360, 24, 3040, 'h264', 'ark', 'cgt-0', 1);\n",
    );
}

async fn a_row_of_the_board_says_where_the_shot_stands(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    made_again(&db);
    let rows = store.board(&BoardFilter::default(), None, 10).await.unwrap();
    let [fresh, row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((fresh.image.state, &fresh.clip), (ImageState::Pending, &None));
    assert_eq!((row.title.as_str(), row.duration), ("Shot 2", Duration::from_secs(3)));
    let image = &row.image;
    assert_eq!((image.state, image.claim_seq, image.retry_count), (ImageState::Processing, 7, 2));
    assert_eq!((image.worker_id.as_deref(), image.last_error.as_deref()), (Some("PC-1"), Some("网络 down")));
    assert_eq!(
        (image.firstpic.as_deref(), image.secondpic.as_deref()),
        (Some("frames/1/a.png"), Some("frames/1/b.png"))
    );
    let clip = row.clip.as_ref().unwrap();
    assert_eq!((clip.state, clip.claim_seq, clip.vdurl.as_deref()), (ClipState::Waiting, 5, Some("cgt-1")));
    let made = clip.made.as_ref().unwrap();
    assert_eq!(
        (made.path.as_str(), made.bytes, made.duration.as_millis()),
        ("clips/1/c.mp4", 5_000_000_000, 3040)
    );
}

async fn every_file_that_a_row_names_is_told(db: Fresh) {
    let store = fixture::film_with_shots(&db, 2).await;
    made_again(&db);
    let files = store.files_named().await.unwrap();
    assert_eq!((files[0].scenecode.clone(), files[0].paths().count(), files[0].clip), (code(1), 0, None));
    let named: Vec<&str> = files[1].paths().collect();
    let expected =
        ["frames/1/a.png", "frames/1/b.png", "frames/1/a.png", "frames/1/old.png", "clips/1/c.mp4"];
    assert_eq!(named, expected);
    assert_eq!((files[1].image_seq, files[1].clip_seq), (7, Some(5)));
    assert_eq!((files[1].image, files[1].clip), (ImageState::Processing, Some(ClipState::Waiting)));
}

async fn an_alert_that_was_seen_to_is_no_longer_open(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    for number in 1..=4 {
        shell(
            &db,
            &format!(
                "INSERT INTO dbvideo_alert (kind, message, created_at) VALUES ('failed', 'm{number}', {number});"
            ),
        );
    }
    let open = async || {
        let open = store.open_alerts(10).await.unwrap();
        assert_eq!(store.open_alert_count().await.unwrap(), open.len() as u64);
        open.into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    assert_eq!(open().await, ["m4", "m3", "m2", "m1"]);
    let second = store.open_alerts(10).await.unwrap()[2].id;
    assert_eq!(store.see_alerts(Some(second)).await.unwrap(), 1);
    assert_eq!(store.see_alerts(Some(second)).await.unwrap(), 0, "it was seen to already");
    assert_eq!(open().await, ["m4", "m3", "m1"]);
    assert_eq!(store.see_alerts(None).await.unwrap(), 3);
    assert_eq!(open().await, [""; 0]);
    assert!(store.alerts(10).await.unwrap().iter().all(|it| it.seen_at.is_some()));
}

async fn what_a_worker_holds_is_counted_now(db: Fresh) {
    let store = fixture::film_with_shots(&db, 4).await;
    made_again(&db);
    shell(
        &db,
        "INSERT INTO dbvideo_worker (worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, \
           doing, started_at, lastbeat) VALUES ('PC-1', 'boot-1111', 'h', '1', '', '', '', 1, 'idle', '', 1, 1);
         UPDATE dbvideo_arcpictask SET status = 1, worker_id = 'PC-1' WHERE scenecode > 'SCN000001';
         UPDATE dbvideo_process SET status = 'submitted', task_lock = 1, worker_id = 'PC-1';",
    );
    let seen = store.workers().await.unwrap().remove(0);
    assert_eq!((seen.worker.worker_id.as_str(), seen.frames_held, seen.clips_held), ("PC-1", 3, 1));
}

async fn the_newest_alerts_come_first(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    assert!(store.alerts(10).await.unwrap().is_empty());
    for number in 1..=5 {
        let shot = if number == 4 { "NULL" } else { "'SCN000001'" };
        shell(
            &db,
            &format!(
                "INSERT INTO dbvideo_alert (kind, scenecode, message, created_at) \
                 VALUES ('failed', {shot}, 'message {number}', {number});"
            ),
        );
    }
    let alerts = store.alerts(2).await.unwrap();
    let told: Vec<_> =
        alerts.iter().map(|it| (it.message.as_str(), it.scenecode.clone(), it.created_at.0)).collect();
    assert_eq!(told, [("message 5", Some(code(1)), 5), ("message 4", None, 4)]);
    assert_eq!((alerts[0].kind.as_str(), &alerts[0].maker, alerts[0].seen_at), ("failed", &None, None));
}

async fn the_worklog_is_read_backwards(db: Fresh) {
    let store = fixture::film_with_shots(&db, 3).await;
    let now = store.now().await.unwrap().0;
    let typed: String = (1..=3)
        .map(|it| {
            log(now, "frames", it, "scene", ("done", 60, 30)) + &log(now, "clip", it, "", ("lost", 20, 10))
        })
        .collect();
    shell(&db, &typed);
    let newest = store.worklog(None, None, 2).await.unwrap();
    let told: Vec<_> = newest.iter().map(|it| (it.stage, it.scenecode.clone(), it.outcome)).collect();
    assert_eq!(told, [(Stage::Clip, code(3), Outcome::Lost), (Stage::Frames, code(3), Outcome::Done)]);
    let older = store.worklog(None, Some(newest[1].id), 100).await.unwrap();
    assert_eq!(older.len(), 4);
    let of_one = store.worklog(Some(&code(1)), None, 100).await.unwrap();
    assert_eq!(of_one.len(), 2);
    let done = &of_one[1];
    assert_eq!(
        (done.tasktype.as_deref(), done.worker_id.as_deref(), done.cost),
        (Some("scene"), Some("001"), None)
    );
    assert_eq!(done.finished_at.since(done.started_at.unwrap()), Duration::from_secs(30));
}

async fn totals_count_how_each_workers_claims_ended(db: Fresh) {
    let store = fixture::film_with_shots(&db, 1).await;
    let now = store.now().await.unwrap().0;
    let ends =
        [("frames", "done"), ("frames", "done"), ("frames", "retry"), ("clip", "done"), ("clip", "released")];
    let typed: String = ends
        .iter()
        .enumerate()
        .map(|(at, (stage, outcome))| log(now, stage, at, "scene", (outcome, 9, 3)))
        .collect();
    shell(&db, &typed);
    shell(&db, &log(now, "frames", 90, "scene", ("lost", 9, 3)).replace("'001'", "NULL"));
    let totals = store.worker_totals().await.unwrap();
    let told: Vec<_> = totals.iter().map(|it| (it.worker_id.as_str(), it.frames, it.clips)).collect();
    let lost = Ends { lost: 1, ..Ends::default() };
    let frames = Ends { done: 2, retry: 1, ..Ends::default() };
    let clips = Ends { done: 1, released: 1, ..Ends::default() };
    assert_eq!(told, [("", lost, Ends::default()), ("001", frames, clips)]);
}
