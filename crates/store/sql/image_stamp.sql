-- A beat that is missing or in the future is stamped now and counted from then.
UPDATE dbvideo_arcpictask
SET lastbeat = {now}
WHERE taskid = $1 AND claim_seq = $2 AND status = 1 AND (lastbeat IS NULL OR lastbeat > {now} + 60000)
