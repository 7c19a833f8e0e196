-- One beat for all image claims of a worker; MariaDB unfolds JSON in its own words.
UPDATE dbvideo_arcpictask
SET lastbeat = {now}
WHERE status = 1 AND worker_id = $1 AND boot_id = $2
    AND (taskid, claim_seq) IN
        (SELECT pair.k, pair.seq
         FROM JSON_TABLE($3, '$[*]' COLUMNS (k BIGINT PATH '$[0]', seq BIGINT PATH '$[1]')) AS pair)
