-- The claim of one start of a worker, for a result that was found in its spool.
SELECT taskid, scenecode, tasktype, claim_seq, retry_count, firstpic, secondpic, remake, seed, started_at
FROM dbvideo_arcpictask
WHERE taskid = $1 AND claim_seq = $2 AND worker_id = $3 AND boot_id = $4 AND status = 1
