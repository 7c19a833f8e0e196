-- One beat for all clip claims of a worker, as pairs of key and claim.
UPDATE dbvideo_process
SET last_update_time = {now}
WHERE task_lock = 1 AND worker_id = $1 AND boot_id = $2
    AND (scenecode, claim_seq) IN (SELECT value ->> 0, value ->> 1 FROM json_each($3))
