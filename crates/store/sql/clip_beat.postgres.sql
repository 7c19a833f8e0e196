-- One beat for all clip claims of a worker; PostgreSQL unfolds JSON in its own words.
UPDATE dbvideo_process
SET last_update_time = {now}
WHERE task_lock = 1 AND worker_id = $1 AND boot_id = $2
    AND (scenecode, claim_seq) IN
        (SELECT pair ->> 0, CAST(pair ->> 1 AS BIGINT) FROM json_array_elements(CAST($3 AS JSON)) AS pair)
