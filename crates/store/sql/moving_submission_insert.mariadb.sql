-- A batch of rows of the ledger as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_submission (
    id, scenecode, claim_seq, worker_id, boot_id, maker, intent_at, sent_at, answered_at, vdurl, maker_ref,
    reach, outcome, cost, currency, error
)
SELECT
    it.id, it.scenecode, it.claim_seq, it.worker_id, it.boot_id, it.maker, it.intent_at, it.sent_at,
    it.answered_at, it.vdurl, it.maker_ref, it.reach, it.outcome, it.cost, it.currency, it.error
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    id BIGINT PATH '$.id',
    scenecode LONGTEXT CHARACTER SET utf8mb4 PATH '$.scenecode',
    claim_seq BIGINT PATH '$.claim_seq',
    worker_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.worker_id',
    boot_id LONGTEXT CHARACTER SET utf8mb4 PATH '$.boot_id',
    maker LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker',
    intent_at BIGINT PATH '$.intent_at',
    sent_at BIGINT PATH '$.sent_at',
    answered_at BIGINT PATH '$.answered_at',
    vdurl LONGTEXT CHARACTER SET utf8mb4 PATH '$.vdurl',
    maker_ref LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker_ref',
    reach LONGTEXT CHARACTER SET utf8mb4 PATH '$.reach',
    outcome LONGTEXT CHARACTER SET utf8mb4 PATH '$.outcome',
    cost DOUBLE PATH '$.cost',
    currency LONGTEXT CHARACTER SET utf8mb4 PATH '$.currency',
    error LONGTEXT CHARACTER SET utf8mb4 PATH '$.error'
)) AS it
