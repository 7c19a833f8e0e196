-- Takes a row that a person gave to this worker.
UPDATE dbvideo_arcpictask
SET boot_id = $1, claim_seq = claim_seq + 1, claimed_at = {now}, lastbeat = {now}, started_at = NULL
WHERE taskid = $2 AND claim_seq = $3 AND worker_id = $4 AND boot_id IS NULL AND status = 1
