-- A shot's first process row, without a time. MariaDB has no ON CONFLICT.
INSERT IGNORE INTO dbvideo_process (scenecode, firstpic, secondpic, status, priority, held, created_at)
SELECT $1, $2, $3, 'ready', priority, held, {now}
FROM dbvideo_arcpictask
WHERE scenecode = $4
