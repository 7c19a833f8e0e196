-- A batch of rows of the workers as a backup has them, from one JSON array.
INSERT INTO dbvideo_worker (
    worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, current_type,
    wanted, skew_ms, free_bytes, started_at, lastbeat, beats, ended_at
)
SELECT
    worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, current_type,
    wanted, skew_ms, free_bytes, started_at, lastbeat, beats, ended_at
FROM json_populate_recordset(CAST(NULL AS dbvideo_worker), CAST($1 AS json))
