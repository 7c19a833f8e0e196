-- A batch of rows of the ledger as a backup has them, from one JSON array.
INSERT INTO dbvideo_submission (
    id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, sent_at, answered_at, vdurl, maker_ref,
    reach, outcome, cost, currency, error
)
SELECT
    id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, sent_at, answered_at, vdurl, maker_ref,
    reach, outcome, cost, currency, error
FROM json_populate_recordset(CAST(NULL AS dbvideo_submission), CAST($1 AS json))
