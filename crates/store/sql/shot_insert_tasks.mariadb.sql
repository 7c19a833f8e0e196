-- The image tasks of a batch of shots, in their order; one that a person made before stays. MariaDB unfolds
-- JSON by JSON_TABLE.
INSERT INTO dbvideo_arcpictask (scenecode, tasktype, priority, created_at)
SELECT it.scenecode, it.tasktype, it.priority, {now}
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    n BIGINT PATH '$.n',
    scenecode VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.scenecode',
    tasktype VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.tasktype',
    priority BIGINT PATH '$.priority'
)) AS it
WHERE NOT EXISTS (SELECT 1 FROM dbvideo_arcpictask AS task WHERE task.scenecode = it.scenecode)
ORDER BY it.n
