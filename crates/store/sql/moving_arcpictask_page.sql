-- A page of the image tasks, whole rows by their key, for a backup.
SELECT
    taskid, scenecode, tasktype, status, priority, worker_id, boot_id, lastbeat, claim_seq, retry_count,
    due_at, claimed_at, started_at, firstpic, secondpic, first_seed, second_seed, jobs, last_error,
    created_at, finished_at, first_sha256, second_sha256, held, seed, remake
FROM dbvideo_arcpictask
WHERE taskid > $1
ORDER BY taskid
LIMIT 500
