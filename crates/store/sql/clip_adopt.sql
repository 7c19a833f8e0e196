-- A clip that a person submitted by hand is the film's maker's.
UPDATE dbvideo_process
SET maker = $1
WHERE scenecode = $2 AND claim_seq = $3 AND status = 'submitted' AND maker IS NULL AND vdurl IS NOT NULL
