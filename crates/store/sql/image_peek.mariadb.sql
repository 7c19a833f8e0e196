-- One row, locked for this transaction. Sessions wait for no lock, and with that MariaDB answers SKIP LOCKED at a locked
-- row by error 1180 instead of nothing; without it by 1205, which means the same.
SELECT scenecode, tasktype, status, worker_id, boot_id, claim_seq, retry_count, started_at, lastbeat, {now} AS now
FROM dbvideo_arcpictask
WHERE taskid = $1
FOR UPDATE
