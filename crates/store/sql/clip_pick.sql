-- Candidates for a lock; a plain read, since the conditional update by key decides.
SELECT scenecode, claim_seq, retry_count, aiwords, firstpic, secondpic
FROM dbvideo_process AS task
WHERE status = 'ready' AND task_lock = 0 AND held = 0 AND due_at <= {now}
    AND COALESCE((SELECT shot.chapter FROM dbvideo_shot AS shot WHERE shot.scenecode = task.scenecode), 0) BETWEEN $1 AND $2
    AND ('' = $3 OR task.scenecode = $4)
ORDER BY priority DESC, scenecode
LIMIT 8 OFFSET $5
