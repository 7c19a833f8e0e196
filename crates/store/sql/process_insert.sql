-- A shot's first process row. It has no time yet, so that a person's lock is counted from the sweep that sees it.
INSERT INTO dbvideo_process (scenecode, firstpic, secondpic, status, priority, held, created_at)
SELECT $1, $2, $3, 'ready', priority, held, {now}
FROM dbvideo_arcpictask
WHERE scenecode = $4
ON CONFLICT DO NOTHING
