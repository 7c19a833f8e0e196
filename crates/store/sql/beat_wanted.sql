-- What is wanted of a worker, and the clock.
SELECT wanted, {now} AS now
FROM dbvideo_worker
WHERE worker_id = $1 AND boot_id = $2
