-- What the frames of a claim were when it was confirmed: a file that was changed since is found by `verify`.
ALTER TABLE dbvideo_arcpictask ADD COLUMN first_sha256 TEXT NULL;
ALTER TABLE dbvideo_arcpictask ADD COLUMN second_sha256 TEXT NULL;
