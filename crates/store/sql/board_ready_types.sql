-- How many tasks of each type can be claimed now.
SELECT tasktype, COUNT(*) AS tasks
FROM dbvideo_arcpictask
WHERE status = 0 AND held = 0 AND due_at <= {now}
GROUP BY tasktype
