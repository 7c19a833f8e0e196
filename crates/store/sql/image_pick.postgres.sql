-- Candidates for a claim. PostgreSQL would wait for a locked row at the update, so locked rows are skipped here.
SELECT taskid, scenecode, tasktype, claim_seq, retry_count, firstpic, secondpic, remake, seed
FROM dbvideo_arcpictask
WHERE status = 0 AND held = 0 AND tasktype = $1 AND priority >= $2 AND retry_count <= $3 AND due_at <= {now}
ORDER BY priority DESC, taskid
LIMIT $4 OFFSET $5
FOR UPDATE SKIP LOCKED
