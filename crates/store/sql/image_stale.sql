-- A page of claims whose beat is missing, in the future or too old.
SELECT taskid
FROM dbvideo_arcpictask
WHERE status = 1 AND taskid > $1 AND (lastbeat IS NULL OR lastbeat > {now} + 60000 OR lastbeat < {now} - $2)
ORDER BY taskid
LIMIT 100
