-- Every worker that ever came, with what it holds now.
SELECT
    worker_id, boot_id, host, version, prefers, only_types, stages, slots, state, doing, current_type, wanted,
    skew_ms, free_bytes, started_at, lastbeat, beats, ended_at,
    (SELECT COUNT(*) FROM dbvideo_arcpictask AS task
     WHERE task.status = 1 AND task.worker_id = dbvideo_worker.worker_id) AS frames_held,
    (SELECT COUNT(*) FROM dbvideo_process AS process
     WHERE process.status IN ('ready', 'submitted') AND process.task_lock = 1
       AND process.worker_id = dbvideo_worker.worker_id) AS clips_held
FROM dbvideo_worker
ORDER BY worker_id
