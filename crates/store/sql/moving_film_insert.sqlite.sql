-- A batch of rows of the film's settings as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_film (
    id, title, width, height, fps, frame_makers, clip_maker, on_unknown, review, max_submissions,
    media_marker, max_cost, currency, beat_ms, stale_ms, sweep_ms, scan_ms, poll_ms, lock_ms, limit_ms,
    limits, retries, created_at
)
SELECT
    value ->> 'id', value ->> 'title', value ->> 'width', value ->> 'height', value ->> 'fps',
    value ->> 'frame_makers', value ->> 'clip_maker', value ->> 'on_unknown', value ->> 'review',
    value ->> 'max_submissions', value ->> 'media_marker', value ->> 'max_cost', value ->> 'currency',
    value ->> 'beat_ms', value ->> 'stale_ms', value ->> 'sweep_ms', value ->> 'scan_ms',
    value ->> 'poll_ms', value ->> 'lock_ms', value ->> 'limit_ms', value ->> 'limits', value ->> 'retries',
    value ->> 'created_at'
FROM json_each($1)
