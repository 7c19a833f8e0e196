-- A shot's first process row. MariaDB has no ON CONFLICT.
INSERT IGNORE INTO dbvideo_process (scenecode, firstpic, secondpic, status, priority, created_at, last_update_time)
SELECT $1, $2, $3, 'ready', priority, {now}, {now}
FROM dbvideo_arcpictask
WHERE scenecode = $4
