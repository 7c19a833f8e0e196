-- A batch of rows of the workers as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_worker (
    worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, current_type,
    wanted, skew_ms, free_bytes, started_at, lastbeat, beats, ended_at
)
SELECT
    it.worker_id, it.boot_id, it.host, it.version, it.prefers, it.only_types, it.stages, it.slots, it.state,
    it.doing, it.current_type, it.wanted, it.skew_ms, it.free_bytes, it.started_at, it.lastbeat, it.beats,
    it.ended_at
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    worker_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.worker_id',
    boot_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.boot_id',
    host LONGTEXT CHARACTER SET utf8mb4 PATH '$.host',
    version LONGTEXT CHARACTER SET utf8mb4 PATH '$.version',
    prefers LONGTEXT CHARACTER SET utf8mb4 PATH '$.prefers',
    only_types LONGTEXT CHARACTER SET utf8mb4 PATH '$.only_types',
    stages LONGTEXT CHARACTER SET utf8mb4 PATH '$.stages',
    slots BIGINT PATH '$.slots',
    state LONGTEXT CHARACTER SET utf8mb4 PATH '$.state',
    doing LONGTEXT CHARACTER SET utf8mb4 PATH '$.doing',
    current_type LONGTEXT CHARACTER SET utf8mb4 PATH '$.current_type',
    wanted LONGTEXT CHARACTER SET utf8mb4 PATH '$.wanted',
    skew_ms BIGINT PATH '$.skew_ms',
    free_bytes BIGINT PATH '$.free_bytes',
    started_at BIGINT PATH '$.started_at',
    lastbeat BIGINT PATH '$.lastbeat',
    beats BIGINT PATH '$.beats',
    ended_at BIGINT PATH '$.ended_at'
)) AS it
