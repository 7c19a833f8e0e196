-- The image task of a shot, read plainly: the guarded write decides.
SELECT taskid, tasktype, status, worker_id, boot_id, claim_seq, retry_count, started_at
FROM dbvideo_arcpictask
WHERE scenecode = $1
