-- An intent that has no id: not sent, refused, or unknown. What is known is never made unknown again.
UPDATE dbvideo_submission
SET outcome = $1, error = $2, answered_at = {now}
WHERE id = $3 AND vdurl IS NULL AND outcome IN ('intent', 'unknown')
