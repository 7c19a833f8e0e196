-- One process row; SQLite has no row locks, the transaction is the only writer.
SELECT scenecode, status, task_lock, last_update_time, worker_id, boot_id, claim_seq, vdurl, maker, reach, submission,
    submitted_at, not_found, not_found_at, retry_count, {now} AS now
FROM dbvideo_process
WHERE scenecode = $1
