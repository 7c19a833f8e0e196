-- A batch of rows of the film's settings as a backup has them, from one JSON array.
INSERT INTO dbvideo_film (
    id, title, width, height, fps, frame_makers, clip_maker, on_unknown, review, max_submissions,
    media_marker, max_cost, currency, beat_ms, stale_ms, sweep_ms, scan_ms, poll_ms, lock_ms, limit_ms,
    limits, retries, created_at
)
SELECT
    id, title, width, height, fps, frame_makers, clip_maker, on_unknown, review, max_submissions,
    media_marker, max_cost, currency, beat_ms, stale_ms, sweep_ms, scan_ms, poll_ms, lock_ms, limit_ms,
    limits, retries, created_at
FROM json_populate_recordset(CAST(NULL AS dbvideo_film), CAST($1 AS json))
