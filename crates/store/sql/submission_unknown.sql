-- Shots with a submission of which nobody knows whether it was paid.
SELECT DISTINCT scenecode
FROM dbvideo_submission
WHERE outcome = 'unknown'
