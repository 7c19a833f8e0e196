-- Type and priority of the image tasks of a batch of changed shots; nothing else of a task. SQLite unfolds JSON
-- by json_each.
UPDATE dbvideo_arcpictask AS task
SET tasktype = it.tasktype, priority = it.priority
FROM (
    SELECT value ->> 'scenecode' AS scenecode, value ->> 'tasktype' AS tasktype, value ->> 'priority' AS priority
    FROM json_each($1)
) AS it
WHERE task.scenecode = it.scenecode AND (task.tasktype <> it.tasktype OR task.priority <> it.priority)
