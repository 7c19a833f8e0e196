-- How long the last frames of a type took.
SELECT started_at, finished_at
FROM dbvideo_worklog
WHERE stage = 'frames' AND outcome = 'done' AND tasktype = $1 AND started_at IS NOT NULL
ORDER BY finished_at DESC
LIMIT $2
