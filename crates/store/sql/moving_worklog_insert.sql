-- A batch of rows of the worklog as a backup has them, from one JSON array.
INSERT INTO dbvideo_worklog (
    id, stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at,
    finished_at, maker, bytes, cost
)
SELECT
    id, stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at,
    finished_at, maker, bytes, cost
FROM json_populate_recordset(CAST(NULL AS dbvideo_worklog), CAST($1 AS json))
