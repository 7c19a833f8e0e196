-- A process row begins anew with the frames that it now has, waits for them, or is cancelled. Its time is NULL: a person
-- who locks the row by the articles' own statement does not set it, and an old one would make that lock look dead.
UPDATE dbvideo_process
SET status = $1, firstpic = COALESCE($2, firstpic), secondpic = COALESCE($3, secondpic), retry_count = $4,
    task_lock = $5, claim_seq = claim_seq + 1, worker_id = NULL, boot_id = NULL, last_update_time = NULL,
    vdurl = NULL, maker = NULL, maker_ref = NULL, reach = NULL, submission = NULL, submitted_at = NULL,
    next_poll_at = 0, not_found = 0, not_found_at = NULL, due_at = 0, last_error = NULL, finished_at = NULL
WHERE scenecode = $6 AND claim_seq = $7 AND status = $8 AND task_lock = $9
