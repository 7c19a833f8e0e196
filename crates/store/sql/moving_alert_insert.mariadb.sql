-- A batch of rows of the alerts as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_alert (
    id, kind, scenecode, worker_id, maker, message, created_at, seen_at
)
SELECT
    it.id, it.kind, it.scenecode, it.worker_id, it.maker, it.message, it.created_at, it.seen_at
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    id BIGINT PATH '$.id',
    kind LONGTEXT CHARACTER SET utf8mb4 PATH '$.kind',
    scenecode LONGTEXT CHARACTER SET utf8mb4 PATH '$.scenecode',
    worker_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.worker_id',
    maker LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker',
    message LONGTEXT CHARACTER SET utf8mb4 PATH '$.message',
    created_at BIGINT PATH '$.created_at',
    seen_at BIGINT PATH '$.seen_at'
)) AS it
