-- The tables of a film (design section 2), in the types of this database.

-- The one row of settings that all workers share.
CREATE TABLE IF NOT EXISTS dbvideo_film (
    id BIGINT NOT NULL PRIMARY KEY,
    title LONGTEXT NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    fps BIGINT NOT NULL,
    frame_makers LONGTEXT NOT NULL,
    clip_maker VARCHAR(191) NOT NULL,
    on_unknown VARCHAR(191) NOT NULL,
    review VARCHAR(191) NOT NULL,
    max_submissions BIGINT NULL,
    media_marker VARCHAR(191) NOT NULL DEFAULT '',
    max_cost DOUBLE NULL,
    currency VARCHAR(191) NOT NULL,
    beat_ms BIGINT NOT NULL,
    stale_ms BIGINT NOT NULL,
    sweep_ms BIGINT NOT NULL,
    scan_ms BIGINT NOT NULL,
    poll_ms BIGINT NOT NULL,
    lock_ms BIGINT NOT NULL,
    limit_ms BIGINT NOT NULL,
    limits LONGTEXT NOT NULL,
    retries BIGINT NOT NULL,
    created_at BIGINT NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The storyboard: a row each shot.
CREATE TABLE IF NOT EXISTS dbvideo_shot (
    scenecode VARCHAR(191) NOT NULL PRIMARY KEY,
    folded VARCHAR(191) NOT NULL UNIQUE,
    chapter BIGINT NOT NULL,
    chapter_title LONGTEXT NOT NULL,
    position BIGINT NOT NULL,
    title LONGTEXT NOT NULL,
    first_prompt LONGTEXT NOT NULL,
    last_prompt LONGTEXT NOT NULL,
    aiwords LONGTEXT NOT NULL,
    negative_prompt LONGTEXT NOT NULL,
    seed BIGINT NULL,
    duration_ms BIGINT NOT NULL,
    dialogue LONGTEXT NOT NULL,
    characters LONGTEXT NOT NULL,
    location LONGTEXT NOT NULL,
    refs LONGTEXT NOT NULL,
    review VARCHAR(191) NOT NULL DEFAULT '',
    review_reason LONGTEXT NOT NULL,
    held BIGINT NOT NULL DEFAULT 0,
    extra LONGTEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE INDEX IF NOT EXISTS shot_order ON dbvideo_shot (chapter, position, scenecode);

-- The image tasks: two frames a row.
CREATE TABLE IF NOT EXISTS dbvideo_arcpictask (
    taskid BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    scenecode VARCHAR(191) NOT NULL UNIQUE,
    tasktype VARCHAR(191) NOT NULL,
    status BIGINT NOT NULL DEFAULT 0,
    priority BIGINT NOT NULL DEFAULT 50,
    worker_id VARCHAR(191) NULL,
    boot_id VARCHAR(191) NULL,
    lastbeat BIGINT NULL,
    claim_seq BIGINT NOT NULL DEFAULT 0,
    retry_count BIGINT NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL DEFAULT 0,
    claimed_at BIGINT NULL,
    started_at BIGINT NULL,
    firstpic LONGTEXT NULL,
    secondpic LONGTEXT NULL,
    first_seed BIGINT NULL,
    second_seed BIGINT NULL,
    jobs LONGTEXT NULL,
    last_error LONGTEXT NULL,
    created_at BIGINT NOT NULL DEFAULT 0,
    finished_at BIGINT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE INDEX IF NOT EXISTS arcpictask_pick ON dbvideo_arcpictask (status, tasktype, priority DESC, taskid, due_at);

CREATE INDEX IF NOT EXISTS arcpictask_held ON dbvideo_arcpictask (status, worker_id, boot_id);

-- The clips: a row each shot whose frames were completed.
CREATE TABLE IF NOT EXISTS dbvideo_process (
    scenecode VARCHAR(191) NOT NULL PRIMARY KEY,
    aiwords LONGTEXT NULL,
    firstpic LONGTEXT NULL,
    secondpic LONGTEXT NULL,
    status VARCHAR(191) NOT NULL,
    task_lock BIGINT NOT NULL DEFAULT 0,
    last_update_time BIGINT NULL,
    worker_id VARCHAR(191) NULL,
    boot_id VARCHAR(191) NULL,
    claim_seq BIGINT NOT NULL DEFAULT 0,
    vdurl LONGTEXT NULL,
    maker VARCHAR(191) NULL,
    maker_ref LONGTEXT NULL,
    reach VARCHAR(191) NULL,
    submission BIGINT NULL,
    submitted_at BIGINT NULL,
    next_poll_at BIGINT NOT NULL DEFAULT 0,
    not_found BIGINT NOT NULL DEFAULT 0,
    not_found_at BIGINT NULL,
    retry_count BIGINT NOT NULL DEFAULT 0,
    priority BIGINT NOT NULL DEFAULT 50,
    due_at BIGINT NOT NULL DEFAULT 0,
    last_error LONGTEXT NULL,
    created_at BIGINT NOT NULL DEFAULT 0,
    finished_at BIGINT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE INDEX IF NOT EXISTS process_pick ON dbvideo_process (status, task_lock, priority DESC, scenecode);

-- The ledger: a row each intent to submit.
CREATE TABLE IF NOT EXISTS dbvideo_submission (
    id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    scenecode VARCHAR(191) NOT NULL,
    claim_seq BIGINT NOT NULL,
    worker_id VARCHAR(191) NOT NULL,
    boot_id VARCHAR(191) NOT NULL,
    maker VARCHAR(191) NOT NULL,
    intent_at BIGINT NOT NULL,
    sent_at BIGINT NULL,
    answered_at BIGINT NULL,
    vdurl LONGTEXT NULL,
    maker_ref LONGTEXT NULL,
    reach VARCHAR(191) NULL,
    outcome VARCHAR(191) NOT NULL,
    cost DOUBLE NULL,
    currency VARCHAR(191) NULL,
    error LONGTEXT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE INDEX IF NOT EXISTS submission_shot ON dbvideo_submission (scenecode, claim_seq);

CREATE INDEX IF NOT EXISTS submission_open ON dbvideo_submission (outcome, maker);

-- The finished clips.
CREATE TABLE IF NOT EXISTS dbvideo_videometa (
    scenecode VARCHAR(191) NOT NULL PRIMARY KEY,
    claim_seq BIGINT NOT NULL,
    path LONGTEXT NOT NULL,
    source LONGTEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 VARCHAR(191) NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    fps DOUBLE NOT NULL,
    duration_ms BIGINT NOT NULL,
    codec VARCHAR(191) NOT NULL,
    maker VARCHAR(191) NOT NULL,
    vdurl LONGTEXT NOT NULL,
    cost DOUBLE NULL,
    currency VARCHAR(191) NULL,
    created_at BIGINT NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Every claim that ended; append-only.
CREATE TABLE IF NOT EXISTS dbvideo_worklog (
    id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    stage VARCHAR(191) NOT NULL,
    scenecode VARCHAR(191) NOT NULL,
    claim_seq BIGINT NOT NULL,
    worker_id VARCHAR(191) NULL,
    boot_id VARCHAR(191) NULL,
    tasktype VARCHAR(191) NULL,
    outcome VARCHAR(191) NOT NULL,
    fault VARCHAR(191) NULL,
    error LONGTEXT NULL,
    started_at BIGINT NULL,
    finished_at BIGINT NOT NULL,
    maker VARCHAR(191) NULL,
    bytes BIGINT NULL,
    cost DOUBLE NULL,
    UNIQUE (stage, scenecode, claim_seq)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE INDEX IF NOT EXISTS worklog_finished ON dbvideo_worklog (stage, outcome, finished_at);

CREATE INDEX IF NOT EXISTS worklog_usual ON dbvideo_worklog (stage, outcome, tasktype, finished_at);

-- What a person should know.
CREATE TABLE IF NOT EXISTS dbvideo_alert (
    id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    kind VARCHAR(191) NOT NULL,
    scenecode VARCHAR(191) NULL,
    worker_id VARCHAR(191) NULL,
    maker VARCHAR(191) NULL,
    message LONGTEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE INDEX IF NOT EXISTS alert_shot ON dbvideo_alert (scenecode, kind);

-- Every worker that ever came.
CREATE TABLE IF NOT EXISTS dbvideo_worker (
    worker_id VARCHAR(191) NOT NULL PRIMARY KEY,
    boot_id VARCHAR(191) NOT NULL,
    host LONGTEXT NOT NULL,
    version LONGTEXT NOT NULL,
    prefers LONGTEXT NOT NULL,
    only_types LONGTEXT NOT NULL,
    stages LONGTEXT NOT NULL,
    slots BIGINT NOT NULL,
    state VARCHAR(191) NOT NULL,
    doing LONGTEXT NOT NULL,
    current_type VARCHAR(191) NOT NULL DEFAULT '',
    wanted VARCHAR(191) NOT NULL DEFAULT '',
    skew_ms BIGINT NOT NULL DEFAULT 0,
    free_bytes BIGINT NOT NULL DEFAULT 0,
    started_at BIGINT NOT NULL,
    lastbeat BIGINT NOT NULL,
    beats BIGINT NOT NULL DEFAULT 0,
    ended_at BIGINT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Limits that all workers share, a row each maker.
CREATE TABLE IF NOT EXISTS dbvideo_maker (
    maker VARCHAR(191) NOT NULL PRIMARY KEY,
    in_flight_limit BIGINT NULL,
    intents BIGINT NOT NULL DEFAULT 0,
    next_call_at BIGINT NOT NULL DEFAULT 0,
    paused_until BIGINT NOT NULL DEFAULT 0,
    reason LONGTEXT NOT NULL,
    updated_at BIGINT NOT NULL DEFAULT 0
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The watchdog's lease.
CREATE TABLE IF NOT EXISTS dbvideo_lease (
    name VARCHAR(191) NOT NULL PRIMARY KEY,
    holder VARCHAR(191) NOT NULL DEFAULT '',
    renewed_at BIGINT NOT NULL DEFAULT 0,
    grace_until BIGINT NOT NULL DEFAULT 0,
    last_sweep_at BIGINT NOT NULL DEFAULT 0,
    swept_since_grace BIGINT NOT NULL DEFAULT 1
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO dbvideo_lease (name) VALUES ('watchdog');
