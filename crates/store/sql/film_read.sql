-- The film's settings.
SELECT
    title, width, height, fps, frame_makers, clip_maker, on_unknown, max_submissions,
    beat_ms, stale_ms, sweep_ms, scan_ms, poll_ms, lock_ms, limit_ms, limits, retries
FROM dbvideo_film
WHERE id = 1
