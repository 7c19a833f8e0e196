-- The lock is still ours, and its time begins anew.
UPDATE dbvideo_process
SET last_update_time = {now}
WHERE scenecode = $1 AND claim_seq = $2 AND COALESCE(worker_id, '') = $3 AND COALESCE(boot_id, '') = $4
    AND status = $5 AND task_lock = $6
