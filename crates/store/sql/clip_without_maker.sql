-- A page of clips that a person submitted by hand: no maker is named, so nobody would poll them.
SELECT scenecode, claim_seq
FROM dbvideo_process
WHERE status = 'submitted' AND maker IS NULL AND vdurl IS NOT NULL AND scenecode > $1
ORDER BY scenecode
LIMIT 100
