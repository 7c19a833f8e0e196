-- The process row of a shot, as the end of its frames needs it.
SELECT status, task_lock, claim_seq, worker_id, boot_id, retry_count, maker, submission, submitted_at
FROM dbvideo_process
WHERE scenecode = $1
