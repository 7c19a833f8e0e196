-- The call to the platform begins.
UPDATE dbvideo_submission
SET sent_at = {now}
WHERE id = $1 AND outcome = 'intent' AND sent_at IS NULL
