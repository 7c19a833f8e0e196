-- One beat for all image claims of a worker; PostgreSQL unfolds JSON in its own words.
UPDATE dbvideo_arcpictask
SET lastbeat = {now}
WHERE status = 1 AND worker_id = $1 AND boot_id = $2
    AND (taskid, claim_seq) IN
        (SELECT CAST(pair ->> 0 AS BIGINT), CAST(pair ->> 1 AS BIGINT) FROM json_array_elements(CAST($3 AS JSON)) AS pair)
