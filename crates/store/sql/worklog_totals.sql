-- How each worker's claims ended.
SELECT worker_id, stage, outcome, COUNT(*) AS claims
FROM dbvideo_worklog
GROUP BY worker_id, stage, outcome
