-- A page of the finished clips, whole rows by their key, for a backup.
SELECT
    scenecode, claim_seq, path, source, bytes, sha256, width, height, fps, duration_ms, codec, maker, vdurl,
    cost, currency, created_at
FROM dbvideo_videometa
WHERE scenecode > $1
ORDER BY scenecode
LIMIT 500
