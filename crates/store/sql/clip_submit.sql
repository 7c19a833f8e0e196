-- The platform took it. The lock's claim ends here, so that a beat which still names it cannot push the first poll
-- away.
UPDATE dbvideo_process
SET boot_id = NULL, status = 'submitted', vdurl = $1, maker_ref = $2, reach = $3, submitted_at = {now}, last_update_time = {now},
    next_poll_at = {now} + $4, not_found = 0, not_found_at = NULL
WHERE scenecode = $5 AND claim_seq = $6 AND COALESCE(worker_id, '') = $7 AND COALESCE(boot_id, '') = $8
    AND status = $9 AND task_lock = $10
