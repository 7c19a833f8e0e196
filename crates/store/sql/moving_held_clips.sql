-- A page of the clips that somebody held when the backup was made: locks, polls, and clips that only one process could
-- reach.
SELECT scenecode
FROM dbvideo_process
WHERE ((status = 'ready' AND task_lock <> 0) OR (status = 'submitted' AND (boot_id IS NOT NULL OR reach IS NOT NULL)))
    AND scenecode > $1
ORDER BY scenecode
LIMIT 100
