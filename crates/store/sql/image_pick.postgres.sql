-- Candidates for a claim. PostgreSQL would wait for a locked row at the update, so locked rows are skipped here.
SELECT taskid, scenecode, tasktype, claim_seq, retry_count, firstpic, secondpic, remake, seed
FROM dbvideo_arcpictask AS task
WHERE status = 0 AND held = 0 AND tasktype = $1 AND priority >= $2 AND retry_count <= $3 AND due_at <= {now}
    AND COALESCE((SELECT shot.chapter FROM dbvideo_shot AS shot WHERE shot.scenecode = task.scenecode), 0) BETWEEN $4 AND $5
    AND ('' = $6 OR task.scenecode = $7)
ORDER BY priority DESC, taskid
LIMIT $8 OFFSET $9
FOR UPDATE SKIP LOCKED
