-- A batch of rows of the ledger as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_submission (
    id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, sent_at, answered_at, vdurl, maker_ref,
    reach, outcome, cost, currency, error
)
SELECT
    value ->> 'id', value ->> 'scenecode', value ->> 'claim_seq', value ->> 'worker_id', value ->> 'boot_id',
    value ->> 'maker', value ->> 'intent_at', value ->> 'sent_at', value ->> 'answered_at',
    value ->> 'vdurl', value ->> 'maker_ref', value ->> 'reach', value ->> 'outcome', value ->> 'cost',
    value ->> 'currency', value ->> 'error'
FROM json_each($1)
