-- A submission that the platform took, and nobody waits for.
UPDATE dbvideo_submission
SET outcome = 'unused'
WHERE id = $1 AND outcome = 'accepted'
