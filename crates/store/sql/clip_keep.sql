-- Still at the platform: asked again later. The poll's claim ends here, so that a beat which still names it cannot
-- push the next poll away.
UPDATE dbvideo_process
SET boot_id = NULL, next_poll_at = {now} + $1, last_update_time = {now}, not_found = $2, not_found_at = $3, last_error = $4
WHERE scenecode = $5 AND claim_seq = $6 AND COALESCE(worker_id, '') = $7 AND COALESCE(boot_id, '') = $8
    AND status = $9 AND task_lock = $10
