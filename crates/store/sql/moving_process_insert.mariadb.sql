-- A batch of rows of the clips as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_process (
    scenecode, aiwords, firstpic, secondpic, status, task_lock, last_update_time, worker_id, boot_id,
    claim_seq, vdurl, maker, maker_ref, reach, submission, submitted_at, next_poll_at, not_found,
    not_found_at, retry_count, priority, due_at, last_error, created_at, finished_at, held
)
SELECT
    it.scenecode, it.aiwords, it.firstpic, it.secondpic, it.status, it.task_lock, it.last_update_time,
    it.worker_id, it.boot_id, it.claim_seq, it.vdurl, it.maker, it.maker_ref, it.reach, it.submission,
    it.submitted_at, it.next_poll_at, it.not_found, it.not_found_at, it.retry_count, it.priority, it.due_at,
    it.last_error, it.created_at, it.finished_at, it.held
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    scenecode LONGTEXT CHARACTER SET utf8mb4 PATH '$.scenecode',
    aiwords LONGTEXT CHARACTER SET utf8mb4 PATH '$.aiwords',
    firstpic LONGTEXT CHARACTER SET utf8mb4 PATH '$.firstpic',
    secondpic LONGTEXT CHARACTER SET utf8mb4 PATH '$.secondpic',
    status LONGTEXT CHARACTER SET utf8mb4 PATH '$.status',
    task_lock BIGINT PATH '$.task_lock',
    last_update_time BIGINT PATH '$.last_update_time',
    worker_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.worker_id',
    boot_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.boot_id',
    claim_seq BIGINT PATH '$.claim_seq',
    vdurl LONGTEXT CHARACTER SET utf8mb4 PATH '$.vdurl',
    maker LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker',
    maker_ref LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker_ref',
    reach LONGTEXT CHARACTER SET utf8mb4 PATH '$.reach',
    submission BIGINT PATH '$.submission',
    submitted_at BIGINT PATH '$.submitted_at',
    next_poll_at BIGINT PATH '$.next_poll_at',
    not_found BIGINT PATH '$.not_found',
    not_found_at BIGINT PATH '$.not_found_at',
    retry_count BIGINT PATH '$.retry_count',
    priority BIGINT PATH '$.priority',
    due_at BIGINT PATH '$.due_at',
    last_error LONGTEXT CHARACTER SET utf8mb4 PATH '$.last_error',
    created_at BIGINT PATH '$.created_at',
    finished_at BIGINT PATH '$.finished_at',
    held BIGINT PATH '$.held'
)) AS it
