-- The latest alerts that no person has seen to, the newest first.
SELECT id, kind, scenecode, worker_id, maker, message, created_at, seen_at
FROM dbvideo_alert
WHERE seen_at IS NULL
ORDER BY id DESC
LIMIT $1
