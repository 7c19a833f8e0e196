-- One process row, locked for this transaction. Sessions wait for no lock, and with that MariaDB answers SKIP LOCKED at
-- a locked row by error 1180 instead of nothing; without it by 1205, which means the same.
SELECT scenecode, status, task_lock, last_update_time, worker_id, boot_id, claim_seq, vdurl, maker, reach, submission,
    submitted_at, not_found, not_found_at, retry_count, {now} AS now
FROM dbvideo_process
WHERE scenecode = $1
FOR UPDATE
