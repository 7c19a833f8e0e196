-- Whether a person was told already.
SELECT COUNT(*) AS found
FROM dbvideo_alert
WHERE scenecode = $1 AND kind = $2
