-- A page of locks whose time is missing, in the future or too old.
SELECT scenecode
FROM dbvideo_process
WHERE status = 'ready' AND task_lock <> 0 AND scenecode > $1
    AND (last_update_time IS NULL OR last_update_time > {now} + 60000 OR last_update_time < {now} - $2)
ORDER BY scenecode
LIMIT 100
