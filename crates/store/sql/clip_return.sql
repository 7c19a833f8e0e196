-- Ready again; nothing of its holder or of the platform stays in the row.
UPDATE dbvideo_process
SET status = 'ready', task_lock = 0, retry_count = $1, due_at = {now} + $2, last_error = $3,
    worker_id = NULL, boot_id = NULL, last_update_time = NULL, vdurl = NULL, maker = NULL, maker_ref = NULL,
    reach = NULL, submission = NULL, submitted_at = NULL, next_poll_at = 0, not_found = 0, not_found_at = NULL
WHERE scenecode = $4 AND claim_seq = $5 AND COALESCE(worker_id, '') = $6 AND COALESCE(boot_id, '') = $7
    AND status = $8 AND task_lock = $9
