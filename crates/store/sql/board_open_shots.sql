-- How many shots are still on their way to a clip. One that is held is not, unless somebody works on it; nor one that a
-- person ended without its files, once that was said.
SELECT COUNT(*) AS shots
FROM dbvideo_arcpictask AS task
LEFT JOIN dbvideo_process AS process ON process.scenecode = task.scenecode
WHERE (task.status = 1 OR (task.status = 0 AND task.held = 0)
    OR (task.status = 2 AND (process.status = 'submitted'
        OR (process.status = 'ready' AND (process.held = 0 OR process.task_lock = 1))
        OR ((process.status IS NULL OR (process.status = 'waiting' AND process.held = 0)) AND NOT EXISTS (
            SELECT 1 FROM dbvideo_alert AS alert
            WHERE alert.scenecode = task.scenecode AND alert.kind = 'no files')))))
    AND COALESCE((SELECT shot.chapter FROM dbvideo_shot AS shot WHERE shot.scenecode = task.scenecode), 0) BETWEEN $1 AND $2
    AND ('' = $3 OR task.scenecode = $4)
