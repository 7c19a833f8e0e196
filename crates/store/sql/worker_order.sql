-- A person tells a running worker what is wanted of it; what is NULL stays as it is.
UPDATE dbvideo_worker
SET wanted = COALESCE($1, wanted), prefers = COALESCE($2, prefers), stages = COALESCE($3, stages),
    slots = COALESCE($4, slots)
WHERE worker_id = $5 AND ended_at IS NULL
