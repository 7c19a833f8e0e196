-- A batch of rows of the finished clips as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_videometa (
    scenecode, claim_seq, path, source, bytes, sha256, width, height, fps, duration_ms, codec, maker, vdurl,
    cost, currency, created_at
)
SELECT
    value ->> 'scenecode', value ->> 'claim_seq', value ->> 'path', value ->> 'source', value ->> 'bytes',
    value ->> 'sha256', value ->> 'width', value ->> 'height', value ->> 'fps', value ->> 'duration_ms',
    value ->> 'codec', value ->> 'maker', value ->> 'vdurl', value ->> 'cost', value ->> 'currency',
    value ->> 'created_at'
FROM json_each($1)
