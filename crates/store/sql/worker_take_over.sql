-- Gives a worker's id to a new start, if the earlier one still has it. Its beats go on counting, so that whoever
-- watches the row sees it move.
UPDATE dbvideo_worker
SET
    boot_id = $1, host = $2, version = $3, prefers = $4, only_types = $5, stages = $6, slots = $7,
    current_type = $8, state = 'starting', doing = '', wanted = '', beats = beats + 1,
    started_at = {now}, lastbeat = {now}, ended_at = NULL
WHERE worker_id = $9 AND boot_id = $10
