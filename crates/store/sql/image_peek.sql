-- One row, locked for this transaction; nothing if somebody else works on it.
SELECT scenecode, tasktype, status, worker_id, boot_id, claim_seq, retry_count, started_at, lastbeat, {now} AS now
FROM dbvideo_arcpictask
WHERE taskid = $1
FOR UPDATE SKIP LOCKED
