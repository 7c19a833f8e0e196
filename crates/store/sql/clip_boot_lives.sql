-- Whether a start of a worker still beats.
SELECT COUNT(*) AS lives
FROM dbvideo_worker
WHERE boot_id = $1 AND ended_at IS NULL AND lastbeat >= {now} - $2
