-- The latest ended claims of a shot, the newest first.
SELECT
    id, stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at,
    finished_at, maker, bytes, cost
FROM dbvideo_worklog
WHERE stage IN ('frames', 'clip') AND scenecode = $1 AND id < $2
ORDER BY id DESC
LIMIT $3
