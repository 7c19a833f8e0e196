-- Given up or held. What the platform said of it stays for the person who looks; so does the lock.
UPDATE dbvideo_process
SET status = $1, retry_count = $2, last_error = $3, finished_at = {now},
    worker_id = NULL, boot_id = NULL, last_update_time = NULL
WHERE scenecode = $4 AND claim_seq = $5 AND COALESCE(worker_id, '') = $6 AND COALESCE(boot_id, '') = $7
    AND status = $8 AND task_lock = $9
