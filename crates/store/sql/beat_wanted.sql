-- What is wanted of a worker, and the clock.
SELECT wanted, prefers, stages, slots, {now} AS now
FROM dbvideo_worker
WHERE worker_id = $1 AND boot_id = $2
