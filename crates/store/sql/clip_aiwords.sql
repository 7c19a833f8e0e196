-- The video prompt, filled by who holds the lock.
UPDATE dbvideo_process
SET aiwords = $1, last_update_time = {now}
WHERE scenecode = $2 AND claim_seq = $3 AND COALESCE(worker_id, '') = $4 AND COALESCE(boot_id, '') = $5
    AND status = $6 AND task_lock = $7
