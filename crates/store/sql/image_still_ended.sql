-- Touches a shot that a person ended and that is as it was read, so that nobody moves it while its process row is made.
-- The hashes of an earlier claim's frames are not those of a person's.
UPDATE dbvideo_arcpictask
SET finished_at = COALESCE(finished_at, {now}), first_sha256 = NULL, second_sha256 = NULL, remake = ''
WHERE taskid = $1 AND claim_seq = $2 AND COALESCE(firstpic, '') = $3 AND COALESCE(secondpic, '') = $4 AND status = 2
