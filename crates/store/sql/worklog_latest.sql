-- The latest ended claims, the newest first.
SELECT
    id, stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at,
    finished_at, maker, bytes, cost
FROM dbvideo_worklog
WHERE id < $1
ORDER BY id DESC
LIMIT $2
