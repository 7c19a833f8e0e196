-- A batch of rows of the alerts as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_alert (
    id, kind, scenecode, worker_id, maker, message, created_at, seen_at
)
SELECT
    value ->> 'id', value ->> 'kind', value ->> 'scenecode', value ->> 'worker_id', value ->> 'maker',
    value ->> 'message', value ->> 'created_at', value ->> 'seen_at'
FROM json_each($1)
