-- A person moves an image task; nothing of a holder stays in the row. Its frames stay named until new ones are there.
UPDATE dbvideo_arcpictask
SET status = $1, retry_count = $2, due_at = {now} + $3, last_error = NULL, jobs = NULL, finished_at = NULL,
    worker_id = NULL, boot_id = NULL, claimed_at = NULL, started_at = NULL, lastbeat = NULL
WHERE taskid = $4 AND claim_seq = $5 AND COALESCE(worker_id, '') = $6 AND COALESCE(boot_id, '') = $7 AND status = $8
