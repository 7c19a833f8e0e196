-- A batch of rows of the image tasks as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_arcpictask (
    taskid, scenecode, tasktype, status, priority, worker_id, boot_id, lastbeat, claim_seq, retry_count,
    due_at, claimed_at, started_at, firstpic, secondpic, first_seed, second_seed, jobs, last_error,
    created_at, finished_at, first_sha256, second_sha256, held, seed, remake
)
SELECT
    it.taskid, it.scenecode, it.tasktype, it.status, it.priority, it.worker_id, it.boot_id, it.lastbeat,
    it.claim_seq, it.retry_count, it.due_at, it.claimed_at, it.started_at, it.firstpic, it.secondpic,
    it.first_seed, it.second_seed, it.jobs, it.last_error, it.created_at, it.finished_at, it.first_sha256,
    it.second_sha256, it.held, it.seed, it.remake
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    taskid BIGINT PATH '$.taskid',
    scenecode LONGTEXT CHARACTER SET utf8mb4 PATH '$.scenecode',
    tasktype LONGTEXT CHARACTER SET utf8mb4 PATH '$.tasktype',
    status BIGINT PATH '$.status',
    priority BIGINT PATH '$.priority',
    worker_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.worker_id',
    boot_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.boot_id',
    lastbeat BIGINT PATH '$.lastbeat',
    claim_seq BIGINT PATH '$.claim_seq',
    retry_count BIGINT PATH '$.retry_count',
    due_at BIGINT PATH '$.due_at',
    claimed_at BIGINT PATH '$.claimed_at',
    started_at BIGINT PATH '$.started_at',
    firstpic LONGTEXT CHARACTER SET utf8mb4 PATH '$.firstpic',
    secondpic LONGTEXT CHARACTER SET utf8mb4 PATH '$.secondpic',
    first_seed BIGINT PATH '$.first_seed',
    second_seed BIGINT PATH '$.second_seed',
    jobs LONGTEXT CHARACTER SET utf8mb4 PATH '$.jobs',
    last_error LONGTEXT CHARACTER SET utf8mb4 PATH '$.last_error',
    created_at BIGINT PATH '$.created_at',
    finished_at BIGINT PATH '$.finished_at',
    first_sha256 LONGTEXT CHARACTER SET utf8mb4 PATH '$.first_sha256',
    second_sha256 LONGTEXT CHARACTER SET utf8mb4 PATH '$.second_sha256',
    held BIGINT PATH '$.held',
    seed BIGINT PATH '$.seed',
    remake LONGTEXT CHARACTER SET utf8mb4 PATH '$.remake'
)) AS it
