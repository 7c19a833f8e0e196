-- How many alerts no person has seen to.
SELECT COUNT(*) AS alerts
FROM dbvideo_alert
WHERE seen_at IS NULL
