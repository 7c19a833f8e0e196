-- A page of the workers, whole rows by their key, for a backup.
SELECT
    worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, current_type,
    wanted, skew_ms, free_bytes, started_at, lastbeat, beats, ended_at
FROM dbvideo_worker
WHERE worker_id > $1
ORDER BY worker_id
LIMIT 500
