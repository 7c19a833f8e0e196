-- A batch of rows of the alerts as a backup has them, from one JSON array.
INSERT INTO dbvideo_alert (
    id, kind, scenecode, worker_id, maker, message, created_at, seen_at
)
SELECT
    id, kind, scenecode, worker_id, maker, message, created_at, seen_at
FROM json_populate_recordset(CAST(NULL AS dbvideo_alert), CAST($1 AS json))
