-- How often dead workers were charged for a shot.
SELECT COUNT(*) AS deaths
FROM dbvideo_worklog
WHERE stage = 'frames' AND scenecode = $1 AND outcome = 'lost' AND fault = 'dead'
