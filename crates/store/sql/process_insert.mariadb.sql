-- A shot's first process row, without a time. MariaDB has no ON CONFLICT.
INSERT IGNORE INTO dbvideo_process (scenecode, firstpic, secondpic, status, priority, created_at)
SELECT $1, $2, $3, 'ready', priority, {now}
FROM dbvideo_arcpictask
WHERE scenecode = $4
