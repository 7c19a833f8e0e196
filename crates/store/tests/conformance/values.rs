//! What a person may type and what is refused: a value that nobody can work with would stop a farm at night.

use rushes_testkit::{Backend, Fresh, on_every_database, shell, try_shell};

use crate::fixture;

on_every_database! {
    a_value_that_nobody_can_work_with_is_refused_when_it_is_typed,
    what_people_do_type_is_taken,
}

const REFUSED: [(&str, &str); 11] = [
    ("UPDATE dbvideo_arcpictask SET status = 7", "status"),
    ("UPDATE dbvideo_arcpictask SET priority = 999", "priority"),
    ("UPDATE dbvideo_arcpictask SET tasktype = 'Scene'", "tasktype"),
    ("UPDATE dbvideo_arcpictask SET tasktype = ''", "tasktype"),
    ("UPDATE dbvideo_arcpictask SET retry_count = -1", ""),
    ("UPDATE dbvideo_arcpictask SET claim_seq = 9223372036854775807", ""),
    ("UPDATE dbvideo_process SET status = 'weird'", "status"),
    ("UPDATE dbvideo_process SET task_lock = 2", "task_lock"),
    ("UPDATE dbvideo_process SET priority = -1", "priority"),
    ("UPDATE dbvideo_shot SET duration_ms = -1", ""),
    ("INSERT INTO dbvideo_arcpictask (scenecode, tasktype, status) VALUES ('SCN9', 'scene', 9)", "status"),
];
/// The servers have columns of one type; SQLite takes any type into any column.
const REFUSED_BY_SQLITE: [(&str, &str); 5] = [
    ("UPDATE dbvideo_arcpictask SET retry_count = 'none'", "retry_count"),
    ("UPDATE dbvideo_arcpictask SET lastbeat = datetime('now')", "instants"),
    ("UPDATE dbvideo_arcpictask SET due_at = 'tomorrow'", "instants"),
    ("UPDATE dbvideo_process SET last_update_time = '2026-12-01 01:00:00'", "instants"),
    ("UPDATE dbvideo_shot SET duration_ms = '3s'", "duration_ms"),
];
const TAKEN: [&str; 6] = [
    "UPDATE dbvideo_arcpictask SET status = 1, worker_id = '003' WHERE scenecode = 'SCN000001'",
    "UPDATE dbvideo_process SET task_lock = 1 WHERE scenecode = 'SCN000001' AND task_lock = 0",
    "UPDATE dbvideo_arcpictask SET status = 2, firstpic = 'a.png', secondpic = 'b.png' WHERE scenecode = 'SCN000001'",
    "UPDATE dbvideo_arcpictask SET priority = 100, due_at = 0 WHERE scenecode = 'SCN000002'",
    "UPDATE dbvideo_arcpictask SET status = 4, lastbeat = NULL WHERE scenecode = 'SCN000002'",
    "UPDATE dbvideo_process SET status = 'cancelled', last_update_time = 1796086440742",
];

/// Two shots, one of them with a clip that is ready.
async fn film(db: &Fresh) {
    fixture::film_with_shots(db, 2).await;
    shell(db, "INSERT INTO dbvideo_process (scenecode, status) VALUES ('SCN000001', 'ready');");
}

async fn a_value_that_nobody_can_work_with_is_refused_when_it_is_typed(db: Fresh) {
    film(&db).await;
    let of_sqlite: &[(&str, &str)] = if db.backend == Backend::Sqlite { &REFUSED_BY_SQLITE } else { &[] };
    let mut wrong = Vec::new();
    for (sql, named) in REFUSED.iter().chain(of_sqlite) {
        match try_shell(&db, &format!("{sql};")) {
            Ok(_) => wrong.push(format!("taken: {sql}")),
            Err(said) if !said.contains(named) => {
                wrong.push(format!("`{named}` is not named: {sql}: {said}"))
            }
            Err(_) => {}
        }
    }
    assert_eq!(wrong, [""; 0]);
}

async fn what_people_do_type_is_taken(db: Fresh) {
    film(&db).await;
    for sql in TAKEN {
        shell(&db, &format!("{sql};"));
    }
}
