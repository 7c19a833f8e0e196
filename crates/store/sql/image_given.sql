-- Rows that a person gave to this worker: its id, but no start of it.
SELECT taskid, scenecode, tasktype, claim_seq, retry_count, firstpic, secondpic, remake, seed
FROM dbvideo_arcpictask
WHERE status = 1 AND worker_id = $1 AND boot_id IS NULL
ORDER BY taskid
LIMIT $2
