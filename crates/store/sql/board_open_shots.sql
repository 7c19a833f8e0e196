-- How many shots are still on their way to a clip; one that is held is not, unless somebody works on it.
SELECT COUNT(*) AS shots
FROM dbvideo_arcpictask AS task
LEFT JOIN dbvideo_process AS process ON process.scenecode = task.scenecode
WHERE task.status = 1 OR (task.status = 0 AND task.held = 0)
    OR (task.status = 2 AND (process.status IS NULL OR process.status = 'submitted'
        OR (process.status IN ('waiting', 'ready') AND (process.held = 0 OR process.task_lock = 1))))
