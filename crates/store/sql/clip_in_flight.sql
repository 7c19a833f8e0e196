-- How many clips a maker has in its hands, or is about to get.
SELECT COUNT(*) AS clips
FROM dbvideo_process
WHERE maker = $1 AND (status = 'submitted' OR (status = 'ready' AND task_lock <> 0))
