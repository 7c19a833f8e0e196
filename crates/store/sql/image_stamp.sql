-- A beat that is missing or in the future is stamped now and counted from then; a person's claim gets its number here.
UPDATE dbvideo_arcpictask
SET lastbeat = {now}, claim_seq = claim_seq + $1
WHERE taskid = $2 AND claim_seq = $3 AND status = 1 AND (lastbeat IS NULL OR lastbeat > {now} + 60000)
