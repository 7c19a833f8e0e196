-- One row; SQLite has no row locks, the transaction is the only writer.
SELECT scenecode, tasktype, status, worker_id, boot_id, claim_seq, retry_count, started_at, lastbeat, {now} AS now
FROM dbvideo_arcpictask
WHERE taskid = $1
