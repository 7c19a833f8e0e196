-- A person moves an image task; nothing of a holder stays in the row. Its frames stay named until new ones are there.
UPDATE dbvideo_arcpictask
SET status = $1, retry_count = $2, due_at = {now} + $3, remake = COALESCE($4, remake), seed = COALESCE($5, seed),
    last_error = NULL, jobs = NULL, finished_at = NULL, worker_id = NULL, boot_id = NULL, claimed_at = NULL,
    started_at = NULL, lastbeat = NULL
WHERE taskid = $6 AND claim_seq = $7 AND COALESCE(worker_id, '') = $8 AND COALESCE(boot_id, '') = $9 AND status = $10
