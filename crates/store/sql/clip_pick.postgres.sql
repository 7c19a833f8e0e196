-- The candidate for a lock. PostgreSQL would wait for a locked row at the update, so locked rows are skipped here.
SELECT scenecode, claim_seq, retry_count, aiwords, firstpic, secondpic
FROM dbvideo_process
WHERE status = 'ready' AND task_lock = 0 AND held = 0 AND due_at <= {now}
ORDER BY priority DESC, scenecode
LIMIT 1 OFFSET $1
FOR UPDATE SKIP LOCKED
