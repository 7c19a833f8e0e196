-- What the frames of a claim were when it was confirmed: a file that was changed since is found by `verify`.
ALTER TABLE dbvideo_arcpictask
    ADD COLUMN IF NOT EXISTS first_sha256 VARCHAR(64) NULL,
    ADD COLUMN IF NOT EXISTS second_sha256 VARCHAR(64) NULL;
