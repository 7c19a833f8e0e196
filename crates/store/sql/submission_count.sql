-- How many submissions the film has made or may have made.
SELECT COUNT(*) AS made
FROM dbvideo_submission
WHERE outcome NOT IN ('not sent', 'refused')
