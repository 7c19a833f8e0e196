-- The time of a lock that has none is now, and counted from then; a person's lock gets its number here.
UPDATE dbvideo_process
SET last_update_time = {now}, claim_seq = claim_seq + $1
WHERE scenecode = $2 AND claim_seq = $3 AND COALESCE(worker_id, '') = $4 AND COALESCE(boot_id, '') = $5
    AND status = $6 AND task_lock = $7
