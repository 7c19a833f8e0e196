-- How much of a stage was made lately, and since when.
SELECT COUNT(*) AS made, MIN(started_at) AS began, {now} AS now
FROM dbvideo_worklog
WHERE stage = $1 AND outcome = 'done' AND finished_at > {now} - $2
