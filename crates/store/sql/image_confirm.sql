-- The end of a claim that went well.
UPDATE dbvideo_arcpictask
SET status = 2, firstpic = $1, secondpic = $2, first_seed = $3, second_seed = $4, finished_at = {now},
    jobs = NULL, last_error = NULL
WHERE taskid = $5 AND claim_seq = $6 AND worker_id = $7 AND boot_id = $8 AND status = 1
