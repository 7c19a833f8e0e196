-- How many shots are still on their way to both frames; one that is held is not, unless its frames are being made.
SELECT COUNT(*) AS frames
FROM dbvideo_arcpictask AS task
WHERE (status = 1 OR (status = 0 AND held = 0))
    AND COALESCE((SELECT shot.chapter FROM dbvideo_shot AS shot WHERE shot.scenecode = task.scenecode), 0) BETWEEN $1 AND $2
    AND ('' = $3 OR task.scenecode = $4)
