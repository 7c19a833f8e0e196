-- One beat for all image claims of a worker, as pairs of key and claim.
UPDATE dbvideo_arcpictask
SET lastbeat = {now}
WHERE status = 1 AND worker_id = $1 AND boot_id = $2
    AND (taskid, claim_seq) IN (SELECT value ->> 0, value ->> 1 FROM json_each($3))
