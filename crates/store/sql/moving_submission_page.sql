-- A page of the ledger, whole rows by their key, for a backup.
SELECT
    id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, sent_at, answered_at, vdurl, maker_ref,
    reach, outcome, cost, currency, error
FROM dbvideo_submission
WHERE id > $1
ORDER BY id
LIMIT 500
