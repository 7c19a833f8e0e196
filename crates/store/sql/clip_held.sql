-- The process rows that a start of a worker holds.
SELECT scenecode, claim_seq
FROM dbvideo_process
WHERE status IN ('ready', 'submitted') AND task_lock = 1 AND worker_id = $1 AND boot_id = $2
