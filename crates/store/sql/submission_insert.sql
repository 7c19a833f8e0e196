-- An intent to submit, in the transaction of the lock.
INSERT INTO dbvideo_submission (scenecode, claim_seq, worker_id, boot_id, maker, intent_at, outcome)
VALUES ($1, $2, $3, $4, $5, {now}, 'intent')
