-- A shot's first clip.
INSERT INTO dbvideo_videometa
    (claim_seq, path, source, bytes, sha256, width, height, fps, duration_ms, codec, maker, vdurl, cost, currency, scenecode, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, {now})
