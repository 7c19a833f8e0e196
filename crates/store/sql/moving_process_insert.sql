-- A batch of rows of the clips as a backup has them, from one JSON array.
INSERT INTO dbvideo_process (
    scenecode, aiwords, firstpic, secondpic, status, task_lock, last_update_time, worker_id, boot_id,
    claim_seq, vdurl, maker, maker_ref, reach, submission, submitted_at, next_poll_at, not_found,
    not_found_at, retry_count, priority, due_at, last_error, created_at, finished_at, held
)
SELECT
    scenecode, aiwords, firstpic, secondpic, status, task_lock, last_update_time, worker_id, boot_id,
    claim_seq, vdurl, maker, maker_ref, reach, submission, submitted_at, next_poll_at, not_found,
    not_found_at, retry_count, priority, due_at, last_error, created_at, finished_at, held
FROM json_populate_recordset(CAST(NULL AS dbvideo_process), CAST($1 AS json))
