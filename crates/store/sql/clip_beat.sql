-- One beat for all clip claims of a worker, as pairs of key and claim.
UPDATE dbvideo_process
SET last_update_time = {now}, next_poll_at = {now} + $1
WHERE status IN ('ready', 'submitted') AND task_lock = 1 AND worker_id = $2 AND boot_id = $3
    AND (scenecode, claim_seq) IN (SELECT value ->> 0, value ->> 1 FROM json_each($4))
