-- A page of the image tasks that somebody held when the backup was made.
SELECT taskid
FROM dbvideo_arcpictask
WHERE status = 1 AND taskid > $1
ORDER BY taskid
LIMIT 100
