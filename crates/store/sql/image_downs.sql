-- How often a shot found its maker down although others succeeded there afterwards.
SELECT COUNT(*) AS downs
FROM dbvideo_worklog AS down
WHERE down.stage = 'frames' AND down.scenecode = $1 AND down.maker = $2 AND down.fault = 'down'
    AND EXISTS
        (SELECT 1
         FROM dbvideo_worklog AS done
         WHERE done.stage = 'frames' AND done.maker = $3 AND done.outcome = 'done'
             AND done.finished_at > down.finished_at)
