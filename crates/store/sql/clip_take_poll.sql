-- A poll is a claim: its lease ends when the next poll is due.
UPDATE dbvideo_process
SET claim_seq = claim_seq + 1, worker_id = $1, boot_id = $2, next_poll_at = {now} + $3, last_update_time = {now}
WHERE scenecode = $4 AND claim_seq = $5 AND status = 'submitted' AND next_poll_at <= {now}
