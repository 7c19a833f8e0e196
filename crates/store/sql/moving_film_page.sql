-- A page of the film's settings, whole rows by their key, for a backup.
SELECT
    id, title, width, height, fps, frame_makers, clip_maker, on_unknown, review, max_submissions,
    media_marker, max_cost, currency, beat_ms, stale_ms, sweep_ms, scan_ms, poll_ms, lock_ms, limit_ms,
    limits, retries, created_at
FROM dbvideo_film
WHERE id > $1
ORDER BY id
LIMIT 500
