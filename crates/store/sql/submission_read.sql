-- One row of the ledger.
SELECT id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, sent_at, vdurl, maker_ref, reach, outcome, cost, currency
FROM dbvideo_submission
WHERE id = $1
