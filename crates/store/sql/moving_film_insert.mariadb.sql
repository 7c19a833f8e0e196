-- A batch of rows of the film's settings as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_film (
    id, title, width, height, fps, frame_makers, clip_maker, on_unknown, review, max_submissions,
    media_marker, max_cost, currency, beat_ms, stale_ms, sweep_ms, scan_ms, poll_ms, lock_ms, limit_ms,
    limits, retries, created_at
)
SELECT
    it.id, it.title, it.width, it.height, it.fps, it.frame_makers, it.clip_maker, it.on_unknown, it.review,
    it.max_submissions, it.media_marker, it.max_cost, it.currency, it.beat_ms, it.stale_ms, it.sweep_ms,
    it.scan_ms, it.poll_ms, it.lock_ms, it.limit_ms, it.limits, it.retries, it.created_at
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    id BIGINT PATH '$.id',
    title LONGTEXT CHARACTER SET utf8mb4 PATH '$.title',
    width BIGINT PATH '$.width',
    height BIGINT PATH '$.height',
    fps BIGINT PATH '$.fps',
    frame_makers LONGTEXT CHARACTER SET utf8mb4 PATH '$.frame_makers',
    clip_maker LONGTEXT CHARACTER SET utf8mb4 PATH '$.clip_maker',
    on_unknown LONGTEXT CHARACTER SET utf8mb4 PATH '$.on_unknown',
    review LONGTEXT CHARACTER SET utf8mb4 PATH '$.review',
    max_submissions BIGINT PATH '$.max_submissions',
    media_marker LONGTEXT CHARACTER SET utf8mb4 PATH '$.media_marker',
    max_cost DOUBLE PATH '$.max_cost',
    currency LONGTEXT CHARACTER SET utf8mb4 PATH '$.currency',
    beat_ms BIGINT PATH '$.beat_ms',
    stale_ms BIGINT PATH '$.stale_ms',
    sweep_ms BIGINT PATH '$.sweep_ms',
    scan_ms BIGINT PATH '$.scan_ms',
    poll_ms BIGINT PATH '$.poll_ms',
    lock_ms BIGINT PATH '$.lock_ms',
    limit_ms BIGINT PATH '$.limit_ms',
    limits LONGTEXT CHARACTER SET utf8mb4 PATH '$.limits',
    retries BIGINT PATH '$.retries',
    created_at BIGINT PATH '$.created_at'
)) AS it
