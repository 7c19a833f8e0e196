-- What earlier starts of a worker still hold.
SELECT taskid
FROM dbvideo_arcpictask
WHERE status = 1 AND worker_id = $1 AND boot_id IS NOT NULL AND boot_id <> $2
ORDER BY taskid
