-- Whether a person was told about a maker and has not looked yet.
SELECT COUNT(*) AS unseen
FROM dbvideo_alert
WHERE maker = $1 AND kind = $2 AND seen_at IS NULL
