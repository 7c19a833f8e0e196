-- How many tasks of each type can be claimed now.
SELECT tasktype, COUNT(*) AS tasks
FROM dbvideo_arcpictask AS task
WHERE status = 0 AND held = 0 AND due_at <= {now}
    AND COALESCE((SELECT shot.chapter FROM dbvideo_shot AS shot WHERE shot.scenecode = task.scenecode), 0) BETWEEN $1 AND $2
    AND ('' = $3 OR task.scenecode = $4)
GROUP BY tasktype
