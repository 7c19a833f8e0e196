-- The clip is there; the holder stays in the row as who made it.
UPDATE dbvideo_process
SET status = 'done', last_update_time = {now}, finished_at = {now}, last_error = NULL
WHERE scenecode = $1 AND claim_seq = $2 AND COALESCE(worker_id, '') = $3 AND COALESCE(boot_id, '') = $4
    AND status = $5 AND task_lock = $6
