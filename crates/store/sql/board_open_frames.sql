-- How many shots are still on their way to both frames.
SELECT COUNT(*) AS frames
FROM dbvideo_arcpictask
WHERE status IN (0, 1)
