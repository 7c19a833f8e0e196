-- Clips by status and lock.
SELECT status, task_lock AS locked, COUNT(*) AS clips
FROM dbvideo_process
GROUP BY status, task_lock
ORDER BY status, task_lock
