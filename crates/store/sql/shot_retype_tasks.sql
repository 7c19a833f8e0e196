-- Type and priority of the image tasks of a batch of changed shots; nothing else of a task.
UPDATE dbvideo_arcpictask AS task
SET tasktype = it.tasktype, priority = it.priority
FROM json_to_recordset(CAST($1 AS json)) AS it (
    scenecode TEXT, tasktype TEXT, priority BIGINT
)
WHERE task.scenecode = it.scenecode AND (task.tasktype <> it.tasktype OR task.priority <> it.priority)
