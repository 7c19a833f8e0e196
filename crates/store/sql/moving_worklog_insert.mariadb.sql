-- A batch of rows of the worklog as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_worklog (
    id, stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at,
    finished_at, maker, bytes, cost
)
SELECT
    it.id, it.stage, it.scenecode, it.claim_seq, it.worker_id, it.boot_id, it.tasktype, it.outcome, it.fault,
    it.error, it.started_at, it.finished_at, it.maker, it.bytes, it.cost
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    id BIGINT PATH '$.id',
    stage LONGTEXT CHARACTER SET utf8mb4 PATH '$.stage',
    scenecode LONGTEXT CHARACTER SET utf8mb4 PATH '$.scenecode',
    claim_seq BIGINT PATH '$.claim_seq',
    worker_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.worker_id',
    boot_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.boot_id',
    tasktype LONGTEXT CHARACTER SET utf8mb4 PATH '$.tasktype',
    outcome LONGTEXT CHARACTER SET utf8mb4 PATH '$.outcome',
    fault LONGTEXT CHARACTER SET utf8mb4 PATH '$.fault',
    error LONGTEXT CHARACTER SET utf8mb4 PATH '$.error',
    started_at BIGINT PATH '$.started_at',
    finished_at BIGINT PATH '$.finished_at',
    maker LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker',
    bytes BIGINT PATH '$.bytes',
    cost DOUBLE PATH '$.cost'
)) AS it
