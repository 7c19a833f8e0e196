-- What the frames of a claim were when it was confirmed: a file that was changed since is found by `verify`.
ALTER TABLE dbvideo_arcpictask ADD COLUMN first_sha256 TEXT NULL, ADD COLUMN second_sha256 TEXT NULL;
