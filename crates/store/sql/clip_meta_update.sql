-- A clip takes the place of the one before.
UPDATE dbvideo_videometa
SET claim_seq = $1, path = $2, source = $3, bytes = $4, sha256 = $5, width = $6, height = $7, fps = $8,
    duration_ms = $9, codec = $10, maker = $11, vdurl = $12, cost = $13, currency = $14, created_at = {now}
WHERE scenecode = $15
