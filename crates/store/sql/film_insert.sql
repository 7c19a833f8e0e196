-- The film's settings, unless there is a film already.
INSERT INTO dbvideo_film (
    id, title, width, height, fps, frame_makers, clip_maker, on_unknown, review, max_submissions, currency,
    beat_ms, stale_ms, sweep_ms, scan_ms, poll_ms, lock_ms, limit_ms, limits, retries, created_at
)
VALUES (
    1, $1, $2, $3, $4, $5, $6, $7, '', $8, '',
    $9, $10, $11, $12, $13, $14, $15, $16, $17, {now}
)
ON CONFLICT DO NOTHING
