-- What a clip cost, where the platform says so only at the end.
UPDATE dbvideo_submission
SET cost = $1, currency = $2
WHERE id = $3
