-- A worker leaves on its own.
UPDATE dbvideo_worker
SET state = 'stopped', doing = '', current_type = '', ended_at = {now}
WHERE worker_id = $1 AND boot_id = $2
