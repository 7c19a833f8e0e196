-- How a claim ended, if it has.
SELECT outcome, worker_id, boot_id
FROM dbvideo_worklog
WHERE stage = $1 AND scenecode = $2 AND claim_seq = $3
