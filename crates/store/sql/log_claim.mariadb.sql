-- The worklog row of a claim that ended; once for each claim. MariaDB has no ON CONFLICT.
INSERT IGNORE INTO dbvideo_worklog
    (stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at, maker, bytes, cost, finished_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, {now})
