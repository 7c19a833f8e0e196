-- The rows that a start of a worker holds.
SELECT taskid, claim_seq
FROM dbvideo_arcpictask
WHERE status = 1 AND worker_id = $1 AND boot_id = $2
