-- The image tasks of a batch of shots, in their order; one that a person made before stays.
INSERT INTO dbvideo_arcpictask (scenecode, tasktype, priority, created_at)
SELECT it.scenecode, it.tasktype, it.priority, {now}
FROM json_to_recordset(CAST($1 AS json)) AS it (
    n BIGINT, scenecode TEXT, tasktype TEXT, priority BIGINT
)
WHERE NOT EXISTS (SELECT 1 FROM dbvideo_arcpictask AS task WHERE task.scenecode = it.scenecode)
ORDER BY it.n
