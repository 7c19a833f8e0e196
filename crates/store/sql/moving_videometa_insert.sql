-- A batch of rows of the finished clips as a backup has them, from one JSON array.
INSERT INTO dbvideo_videometa (
    scenecode, claim_seq, path, source, bytes, sha256, width, height, fps, duration_ms, codec, maker, vdurl,
    cost, currency, created_at
)
SELECT
    scenecode, claim_seq, path, source, bytes, sha256, width, height, fps, duration_ms, codec, maker, vdurl,
    cost, currency, created_at
FROM json_populate_recordset(CAST(NULL AS dbvideo_videometa), CAST($1 AS json))
