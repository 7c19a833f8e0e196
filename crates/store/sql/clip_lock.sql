-- The lock itself: one row by key, only if it is still ready and nobody, a person neither, has locked or held it.
UPDATE dbvideo_process
SET task_lock = 1, claim_seq = claim_seq + 1, worker_id = $1, boot_id = $2, maker = $3, last_update_time = {now},
    maker_ref = NULL, reach = NULL, vdurl = NULL, submission = NULL, submitted_at = NULL, finished_at = NULL
WHERE scenecode = $4 AND claim_seq = $5 AND status = 'ready' AND task_lock = 0 AND held = 0
