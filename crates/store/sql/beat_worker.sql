-- The beat of a worker itself, with what it does now.
UPDATE dbvideo_worker
SET lastbeat = {now}, beats = beats + 1, state = $1, doing = $2, current_type = $3, skew_ms = $4, free_bytes = $5
WHERE worker_id = $6 AND boot_id = $7
