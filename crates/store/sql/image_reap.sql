-- Takes a claim back from a holder that no longer beats; the beat that was read must still be the last one.
UPDATE dbvideo_arcpictask
SET status = $1, retry_count = $2, due_at = {now} + $3, last_error = $4,
    worker_id = NULL, boot_id = NULL, claimed_at = NULL, started_at = NULL, lastbeat = NULL
WHERE taskid = $5 AND claim_seq = $6 AND COALESCE(lastbeat, -1) = $7 AND status = 1
