-- Image tasks by type and state.
SELECT tasktype, status, COUNT(*) AS tasks
FROM dbvideo_arcpictask
GROUP BY tasktype, status
ORDER BY tasktype, status
