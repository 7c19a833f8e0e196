-- The latest alerts, the newest first.
SELECT id, kind, scenecode, worker_id, maker, message, created_at, seen_at
FROM dbvideo_alert
ORDER BY id DESC
LIMIT $1
