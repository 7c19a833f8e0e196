-- The claim itself: one row by key, only if it is still pending and nobody has held it meanwhile.
UPDATE dbvideo_arcpictask
SET status = 1, worker_id = $1, boot_id = $2, claim_seq = claim_seq + 1, claimed_at = {now}, lastbeat = {now},
    started_at = NULL, finished_at = NULL
WHERE taskid = $3 AND claim_seq = $4 AND status = 0 AND held = 0
