-- What earlier starts of a worker still hold: locks, polls, and clips that only they could reach.
SELECT scenecode
FROM dbvideo_process
WHERE worker_id = $1
    AND (((status = 'submitted' OR (status = 'ready' AND task_lock <> 0)) AND boot_id IS NOT NULL AND boot_id <> $2)
        OR (status = 'submitted' AND reach IS NOT NULL AND reach <> $3))
ORDER BY scenecode
