-- The end of a claim that went well.
UPDATE dbvideo_arcpictask
SET status = 2, firstpic = $1, secondpic = $2, first_sha256 = $3, second_sha256 = $4, first_seed = $5,
    second_seed = $6, finished_at = {now}, jobs = NULL, last_error = NULL, remake = ''
WHERE taskid = $7 AND claim_seq = $8 AND worker_id = $9 AND boot_id = $10 AND status = 1
