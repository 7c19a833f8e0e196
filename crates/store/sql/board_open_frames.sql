-- How many shots are still on their way to both frames; one that is held is not, unless its frames are being made.
SELECT COUNT(*) AS frames
FROM dbvideo_arcpictask
WHERE status = 1 OR (status = 0 AND held = 0)
