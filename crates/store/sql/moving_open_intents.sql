-- A page of the intents of which nobody has said what came of them.
SELECT id
FROM dbvideo_submission
WHERE outcome = 'intent' AND id > $1
ORDER BY id
LIMIT 100
