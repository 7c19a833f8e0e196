-- One beat for all clip claims of a worker; MariaDB unfolds JSON in its own words.
UPDATE dbvideo_process
SET last_update_time = {now}, next_poll_at = {now} + $1
WHERE status IN ('ready', 'submitted') AND task_lock = 1 AND worker_id = $2 AND boot_id = $3
    AND (scenecode, claim_seq) IN
        (SELECT pair.k, pair.seq
         FROM JSON_TABLE($4, '$[*]' COLUMNS (k VARCHAR(191) COLLATE utf8mb4_bin PATH '$[0]', seq BIGINT PATH '$[1]')) AS pair)
