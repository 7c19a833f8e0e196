-- Touches a shot that a person ended and that is as it was read, so that nobody moves it while its process row is made.
UPDATE dbvideo_arcpictask
SET finished_at = COALESCE(finished_at, {now})
WHERE taskid = $1 AND claim_seq = $2 AND COALESCE(firstpic, '') = $3 AND COALESCE(secondpic, '') = $4 AND status = 2
