-- The platform's id, whatever became of the claim. The first one stays.
UPDATE dbvideo_submission
SET vdurl = $1, maker_ref = $2, reach = $3, cost = $4, currency = $5, answered_at = {now}, outcome = 'accepted'
WHERE id = $6 AND vdurl IS NULL
