-- A page of the worklog, whole rows by their key, for a backup.
SELECT
    id, stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at,
    finished_at, maker, bytes, cost
FROM dbvideo_worklog
WHERE id > $1
ORDER BY id
LIMIT 500
