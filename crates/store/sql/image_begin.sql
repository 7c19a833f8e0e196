-- The making begins.
UPDATE dbvideo_arcpictask
SET started_at = $1, lastbeat = $2
WHERE taskid = $3 AND claim_seq = $4 AND worker_id = $5 AND boot_id = $6 AND status = 1
