-- How many shots are still on their way to a clip.
SELECT COUNT(*) AS shots
FROM dbvideo_arcpictask AS task
LEFT JOIN dbvideo_process AS process ON process.scenecode = task.scenecode
WHERE task.status IN (0, 1) OR (task.status = 2 AND (process.status IS NULL OR process.status IN ('waiting', 'ready', 'submitted')))
