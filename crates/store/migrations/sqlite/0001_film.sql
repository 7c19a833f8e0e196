-- The tables of a film (design section 2), in the types of this database.

-- The one row of settings that all workers share.
CREATE TABLE IF NOT EXISTS dbvideo_film (
    id INTEGER NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    fps INTEGER NOT NULL,
    frame_makers TEXT NOT NULL,
    clip_maker TEXT NOT NULL,
    on_unknown TEXT NOT NULL,
    review TEXT NOT NULL,
    max_submissions INTEGER NULL,
    media_marker TEXT NOT NULL DEFAULT '',
    max_cost REAL NULL,
    currency TEXT NOT NULL,
    beat_ms INTEGER NOT NULL,
    stale_ms INTEGER NOT NULL,
    sweep_ms INTEGER NOT NULL,
    scan_ms INTEGER NOT NULL,
    poll_ms INTEGER NOT NULL,
    lock_ms INTEGER NOT NULL,
    limit_ms INTEGER NOT NULL,
    limits TEXT NOT NULL,
    retries INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);

-- The storyboard: a row each shot.
CREATE TABLE IF NOT EXISTS dbvideo_shot (
    scenecode TEXT NOT NULL PRIMARY KEY,
    folded TEXT NOT NULL UNIQUE,
    chapter INTEGER NOT NULL,
    chapter_title TEXT NOT NULL,
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    first_prompt TEXT NOT NULL,
    last_prompt TEXT NOT NULL,
    aiwords TEXT NOT NULL,
    negative_prompt TEXT NOT NULL,
    seed INTEGER NULL,
    duration_ms INTEGER NOT NULL,
    dialogue TEXT NOT NULL,
    characters TEXT NOT NULL,
    location TEXT NOT NULL,
    refs TEXT NOT NULL,
    review TEXT NOT NULL DEFAULT '',
    review_reason TEXT NOT NULL,
    held INTEGER NOT NULL DEFAULT 0,
    extra TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE INDEX IF NOT EXISTS shot_order ON dbvideo_shot (chapter, position, scenecode);

-- The image tasks: two frames a row.
CREATE TABLE IF NOT EXISTS dbvideo_arcpictask (
    taskid INTEGER PRIMARY KEY AUTOINCREMENT,
    scenecode TEXT NOT NULL UNIQUE,
    tasktype TEXT NOT NULL,
    status INTEGER NOT NULL DEFAULT 0,
    priority INTEGER NOT NULL DEFAULT 50,
    worker_id TEXT NULL,
    boot_id TEXT NULL,
    lastbeat INTEGER NULL,
    claim_seq INTEGER NOT NULL DEFAULT 0,
    retry_count INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL DEFAULT 0,
    claimed_at INTEGER NULL,
    started_at INTEGER NULL,
    firstpic TEXT NULL,
    secondpic TEXT NULL,
    first_seed INTEGER NULL,
    second_seed INTEGER NULL,
    jobs TEXT NULL,
    last_error TEXT NULL,
    created_at INTEGER NOT NULL DEFAULT 0,
    finished_at INTEGER NULL
);

CREATE INDEX IF NOT EXISTS arcpictask_pick ON dbvideo_arcpictask (status, tasktype, priority DESC, taskid, due_at) WHERE status = 0;

CREATE INDEX IF NOT EXISTS arcpictask_held ON dbvideo_arcpictask (status, worker_id, boot_id) WHERE status = 1;

-- The clips: a row each shot whose frames were completed.
CREATE TABLE IF NOT EXISTS dbvideo_process (
    scenecode TEXT NOT NULL PRIMARY KEY,
    aiwords TEXT NULL,
    firstpic TEXT NULL,
    secondpic TEXT NULL,
    status TEXT NOT NULL,
    task_lock INTEGER NOT NULL DEFAULT 0,
    last_update_time INTEGER NULL,
    worker_id TEXT NULL,
    boot_id TEXT NULL,
    claim_seq INTEGER NOT NULL DEFAULT 0,
    vdurl TEXT NULL,
    maker TEXT NULL,
    maker_ref TEXT NULL,
    reach TEXT NULL,
    submission INTEGER NULL,
    submitted_at INTEGER NULL,
    next_poll_at INTEGER NOT NULL DEFAULT 0,
    not_found INTEGER NOT NULL DEFAULT 0,
    not_found_at INTEGER NULL,
    retry_count INTEGER NOT NULL DEFAULT 0,
    priority INTEGER NOT NULL DEFAULT 50,
    due_at INTEGER NOT NULL DEFAULT 0,
    last_error TEXT NULL,
    created_at INTEGER NOT NULL DEFAULT 0,
    finished_at INTEGER NULL
);

CREATE INDEX IF NOT EXISTS process_pick ON dbvideo_process (status, task_lock, priority DESC, scenecode) WHERE status IN ('ready', 'submitted');

-- The ledger: a row each intent to submit.
CREATE TABLE IF NOT EXISTS dbvideo_submission (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scenecode TEXT NOT NULL,
    claim_seq INTEGER NOT NULL,
    worker_id TEXT NOT NULL,
    boot_id TEXT NOT NULL,
    maker TEXT NOT NULL,
    intent_at INTEGER NOT NULL,
    sent_at INTEGER NULL,
    answered_at INTEGER NULL,
    vdurl TEXT NULL,
    maker_ref TEXT NULL,
    reach TEXT NULL,
    outcome TEXT NOT NULL,
    cost REAL NULL,
    currency TEXT NULL,
    error TEXT NULL
);

CREATE INDEX IF NOT EXISTS submission_shot ON dbvideo_submission (scenecode, claim_seq);

CREATE INDEX IF NOT EXISTS submission_open ON dbvideo_submission (outcome, maker);

-- The finished clips.
CREATE TABLE IF NOT EXISTS dbvideo_videometa (
    scenecode TEXT NOT NULL PRIMARY KEY,
    claim_seq INTEGER NOT NULL,
    path TEXT NOT NULL,
    source TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    fps REAL NOT NULL,
    duration_ms INTEGER NOT NULL,
    codec TEXT NOT NULL,
    maker TEXT NOT NULL,
    vdurl TEXT NOT NULL,
    cost REAL NULL,
    currency TEXT NULL,
    created_at INTEGER NOT NULL
);

-- Every claim that ended; append-only.
CREATE TABLE IF NOT EXISTS dbvideo_worklog (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage TEXT NOT NULL,
    scenecode TEXT NOT NULL,
    claim_seq INTEGER NOT NULL,
    worker_id TEXT NULL,
    boot_id TEXT NULL,
    tasktype TEXT NULL,
    outcome TEXT NOT NULL,
    fault TEXT NULL,
    error TEXT NULL,
    started_at INTEGER NULL,
    finished_at INTEGER NOT NULL,
    maker TEXT NULL,
    bytes INTEGER NULL,
    cost REAL NULL,
    UNIQUE (stage, scenecode, claim_seq)
);

CREATE INDEX IF NOT EXISTS worklog_finished ON dbvideo_worklog (stage, outcome, finished_at);

CREATE INDEX IF NOT EXISTS worklog_usual ON dbvideo_worklog (stage, outcome, tasktype, finished_at);

-- What a person should know.
CREATE TABLE IF NOT EXISTS dbvideo_alert (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    scenecode TEXT NULL,
    worker_id TEXT NULL,
    maker TEXT NULL,
    message TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NULL
);

CREATE INDEX IF NOT EXISTS alert_shot ON dbvideo_alert (scenecode, kind);

-- Every worker that ever came.
CREATE TABLE IF NOT EXISTS dbvideo_worker (
    worker_id TEXT NOT NULL PRIMARY KEY,
    boot_id TEXT NOT NULL,
    host TEXT NOT NULL,
    version TEXT NOT NULL,
    prefers TEXT NOT NULL,
    only_types TEXT NOT NULL,
    stages TEXT NOT NULL,
    slots INTEGER NOT NULL,
    state TEXT NOT NULL,
    doing TEXT NOT NULL,
    current_type TEXT NOT NULL DEFAULT '',
    wanted TEXT NOT NULL DEFAULT '',
    skew_ms INTEGER NOT NULL DEFAULT 0,
    free_bytes INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL,
    lastbeat INTEGER NOT NULL,
    beats INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER NULL
);

-- Limits that all workers share, a row each maker.
CREATE TABLE IF NOT EXISTS dbvideo_maker (
    maker TEXT NOT NULL PRIMARY KEY,
    in_flight_limit INTEGER NULL,
    intents INTEGER NOT NULL DEFAULT 0,
    next_call_at INTEGER NOT NULL DEFAULT 0,
    paused_until INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL,
    updated_at INTEGER NOT NULL DEFAULT 0
);

-- The watchdog's lease.
CREATE TABLE IF NOT EXISTS dbvideo_lease (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL DEFAULT '',
    renewed_at INTEGER NOT NULL DEFAULT 0,
    grace_until INTEGER NOT NULL DEFAULT 0,
    last_sweep_at INTEGER NOT NULL DEFAULT 0,
    swept_since_grace INTEGER NOT NULL DEFAULT 1
);

INSERT OR IGNORE INTO dbvideo_lease (name) VALUES ('watchdog');
