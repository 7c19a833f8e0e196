-- Any other end of a claim by its holder; nothing of the holder stays in the row.
UPDATE dbvideo_arcpictask
SET status = $1, retry_count = $2, due_at = {now} + $3, last_error = $4,
    worker_id = NULL, boot_id = NULL, claimed_at = NULL, started_at = NULL, lastbeat = NULL
WHERE taskid = $5 AND claim_seq = $6 AND worker_id = $7 AND boot_id = $8 AND status = 1
