-- A batch of rows of the worklog as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_worklog (
    id, stage, scenecode, claim_seq, worker_id, boot_id, tasktype, outcome, fault, error, started_at,
    finished_at, maker, bytes, cost
)
SELECT
    value ->> 'id', value ->> 'stage', value ->> 'scenecode', value ->> 'claim_seq', value ->> 'worker_id',
    value ->> 'boot_id', value ->> 'tasktype', value ->> 'outcome', value ->> 'fault', value ->> 'error',
    value ->> 'started_at', value ->> 'finished_at', value ->> 'maker', value ->> 'bytes', value ->> 'cost'
FROM json_each($1)
