-- A batch of rows of the image tasks as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_arcpictask (
    taskid, scenecode, tasktype, status, priority, worker_id, boot_id, lastbeat, claim_seq, retry_count,
    due_at, claimed_at, started_at, firstpic, secondpic, first_seed, second_seed, jobs, last_error,
    created_at, finished_at, first_sha256, second_sha256, held, seed, remake
)
SELECT
    value ->> 'taskid', value ->> 'scenecode', value ->> 'tasktype', value ->> 'status',
    value ->> 'priority', value ->> 'worker_id', value ->> 'boot_id', value ->> 'lastbeat',
    value ->> 'claim_seq', value ->> 'retry_count', value ->> 'due_at', value ->> 'claimed_at',
    value ->> 'started_at', value ->> 'firstpic', value ->> 'secondpic', value ->> 'first_seed',
    value ->> 'second_seed', value ->> 'jobs', value ->> 'last_error', value ->> 'created_at',
    value ->> 'finished_at', value ->> 'first_sha256', value ->> 'second_sha256', value ->> 'held',
    value ->> 'seed', value ->> 'remake'
FROM json_each($1)
