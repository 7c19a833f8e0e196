-- Candidates for a lock; a plain read, since the conditional update by key decides.
SELECT scenecode, claim_seq, retry_count, aiwords, firstpic, secondpic
FROM dbvideo_process
WHERE status = 'ready' AND task_lock = 0 AND held = 0 AND due_at <= {now}
ORDER BY priority DESC, scenecode
LIMIT 8 OFFSET $1
