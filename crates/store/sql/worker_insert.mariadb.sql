-- Enters a worker under an id that nobody had; MariaDB has no ON CONFLICT.
INSERT IGNORE INTO dbvideo_worker (
    worker_id, boot_id, host, version, prefers, only_types, stages, slots, current_type, state, doing,
    started_at, lastbeat
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'starting', '', {now}, {now})
