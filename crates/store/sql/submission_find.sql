-- The intent that was just written: a lock writes one.
SELECT MAX(id) AS id
FROM dbvideo_submission
WHERE scenecode = $1 AND claim_seq = $2 AND boot_id = $3
