-- A page of the clips, whole rows by their key, for a backup.
SELECT
    scenecode, aiwords, firstpic, secondpic, status, task_lock, last_update_time, worker_id, boot_id,
    claim_seq, vdurl, maker, maker_ref, reach, submission, submitted_at, next_poll_at, not_found,
    not_found_at, retry_count, priority, due_at, last_error, created_at, finished_at, held
FROM dbvideo_process
WHERE scenecode > $1
ORDER BY scenecode
LIMIT 500
