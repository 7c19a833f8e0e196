-- Type and priority of the image tasks of a batch of changed shots; nothing else of a task. MariaDB unfolds
-- JSON by JSON_TABLE.
UPDATE JSON_TABLE($1, '$[*]' COLUMNS (
    scenecode VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.scenecode',
    tasktype VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.tasktype',
    priority BIGINT PATH '$.priority'
)) AS it
STRAIGHT_JOIN dbvideo_arcpictask AS task ON task.scenecode = it.scenecode AND (task.tasktype <> it.tasktype OR task.priority <> it.priority)
SET task.tasktype = it.tasktype, task.priority = it.priority
