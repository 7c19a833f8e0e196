-- A page of shots that a person ended: completed, but no process row of theirs is on its way.
SELECT task.taskid, task.scenecode, task.claim_seq, task.firstpic, task.secondpic
FROM dbvideo_arcpictask AS task
LEFT JOIN dbvideo_process AS process ON process.scenecode = task.scenecode
WHERE task.status = 2 AND task.taskid > $1 AND (process.scenecode IS NULL OR process.status = 'waiting')
ORDER BY task.taskid
LIMIT 200
