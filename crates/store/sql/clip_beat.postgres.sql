-- One beat for all clip claims of a worker; PostgreSQL unfolds JSON in its own words.
UPDATE dbvideo_process
SET last_update_time = {now}, next_poll_at = {now} + $1
WHERE status IN ('ready', 'submitted') AND task_lock = 1 AND worker_id = $2 AND boot_id = $3
    AND (scenecode, claim_seq) IN
        (SELECT pair ->> 0, CAST(pair ->> 1 AS BIGINT) FROM json_array_elements(CAST($4 AS JSON)) AS pair)
