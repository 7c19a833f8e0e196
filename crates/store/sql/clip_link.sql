-- Names the intent in the row that was just locked.
UPDATE dbvideo_process
SET submission = $1
WHERE scenecode = $2 AND claim_seq = $3 AND worker_id = $4 AND boot_id = $5 AND status = 'ready' AND task_lock = 1
