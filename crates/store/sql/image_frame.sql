-- What a row names of its frames, for a claim that keeps one of them.
SELECT firstpic, secondpic, first_sha256, second_sha256, first_seed, second_seed
FROM dbvideo_arcpictask
WHERE taskid = $1
