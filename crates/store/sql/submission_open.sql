-- The intents of a worker that have no id.
SELECT id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, sent_at, vdurl, maker_ref, reach, outcome, cost, currency
FROM dbvideo_submission
WHERE worker_id = $1 AND outcome IN ('intent', 'unknown')
ORDER BY id
