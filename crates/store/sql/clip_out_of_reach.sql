-- A page of submitted clips that only one process could reach, which is gone.
SELECT process.scenecode
FROM dbvideo_process AS process
LEFT JOIN dbvideo_worker AS worker
    ON worker.boot_id = process.reach AND worker.ended_at IS NULL AND worker.lastbeat >= {now} - $1
WHERE process.status = 'submitted' AND process.reach IS NOT NULL AND worker.worker_id IS NULL
    AND process.scenecode > $2
ORDER BY process.scenecode
LIMIT 100
