-- A batch of rows of the image tasks as a backup has them, from one JSON array.
INSERT INTO dbvideo_arcpictask (
    taskid, scenecode, tasktype, status, priority, worker_id, boot_id, lastbeat, claim_seq, retry_count,
    due_at, claimed_at, started_at, firstpic, secondpic, first_seed, second_seed, jobs, last_error,
    created_at, finished_at, first_sha256, second_sha256, held, seed, remake
)
SELECT
    taskid, scenecode, tasktype, status, priority, worker_id, boot_id, lastbeat, claim_seq, retry_count,
    due_at, claimed_at, started_at, firstpic, secondpic, first_seed, second_seed, jobs, last_error,
    created_at, finished_at, first_sha256, second_sha256, held, seed, remake
FROM json_populate_recordset(CAST(NULL AS dbvideo_arcpictask), CAST($1 AS json))
