-- A page of the alerts, whole rows by their key, for a backup.
SELECT
    id, kind, scenecode, worker_id, maker, message, created_at, seen_at
FROM dbvideo_alert
WHERE id > $1
ORDER BY id
LIMIT 500
