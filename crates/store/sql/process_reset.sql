-- A process row begins anew with the frames that it now has.
UPDATE dbvideo_process
SET status = $1, firstpic = COALESCE($2, firstpic), secondpic = COALESCE($3, secondpic), retry_count = $4, claim_seq = claim_seq + 1, task_lock = 0,
    worker_id = NULL, boot_id = NULL, vdurl = NULL, maker_ref = NULL, reach = NULL, submission = NULL,
    submitted_at = NULL, next_poll_at = 0, not_found = 0, not_found_at = NULL, due_at = 0, last_error = NULL,
    finished_at = NULL, last_update_time = {now}
WHERE scenecode = $5 AND claim_seq = $6
