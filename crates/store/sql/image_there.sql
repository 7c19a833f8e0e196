-- Where a row stands, read plainly.
SELECT status, claim_seq
FROM dbvideo_arcpictask
WHERE taskid = $1
