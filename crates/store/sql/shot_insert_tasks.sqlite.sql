-- The image tasks of a batch of shots, in their order; one that a person made before stays. SQLite unfolds
-- JSON by json_each.
INSERT INTO dbvideo_arcpictask (scenecode, tasktype, priority, created_at)
SELECT it.scenecode, it.tasktype, it.priority, {now}
FROM (
    SELECT key AS n, value ->> 'scenecode' AS scenecode, value ->> 'tasktype' AS tasktype, value ->> 'priority' AS priority
    FROM json_each($1)
) AS it
WHERE NOT EXISTS (SELECT 1 FROM dbvideo_arcpictask AS task WHERE task.scenecode = it.scenecode)
ORDER BY it.n
