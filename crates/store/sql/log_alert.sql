-- Something that a person should know.
INSERT INTO dbvideo_alert (kind, scenecode, worker_id, maker, message, created_at)
VALUES ($1, $2, $3, $4, $5, {now})
