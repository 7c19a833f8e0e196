-- A batch of rows of the finished clips as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_videometa (
    scenecode, claim_seq, path, source, bytes, sha256, width, height, fps, duration_ms, codec, maker, vdurl,
    cost, currency, created_at
)
SELECT
    it.scenecode, it.claim_seq, it.path, it.source, it.bytes, it.sha256, it.width, it.height, it.fps,
    it.duration_ms, it.codec, it.maker, it.vdurl, it.cost, it.currency, it.created_at
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    scenecode LONGTEXT CHARACTER SET utf8mb4 PATH '$.scenecode',
    claim_seq BIGINT PATH '$.claim_seq',
    path LONGTEXT CHARACTER SET utf8mb4 PATH '$.path',
    source LONGTEXT CHARACTER SET utf8mb4 PATH '$.source',
    bytes BIGINT PATH '$.bytes',
    sha256 LONGTEXT CHARACTER SET utf8mb4 PATH '$.sha256',
    width BIGINT PATH '$.width',
    height BIGINT PATH '$.height',
    fps DOUBLE PATH '$.fps',
    duration_ms BIGINT PATH '$.duration_ms',
    codec LONGTEXT CHARACTER SET utf8mb4 PATH '$.codec',
    maker LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker',
    vdurl LONGTEXT CHARACTER SET utf8mb4 PATH '$.vdurl',
    cost DOUBLE PATH '$.cost',
    currency LONGTEXT CHARACTER SET utf8mb4 PATH '$.currency',
    created_at BIGINT PATH '$.created_at'
)) AS it
