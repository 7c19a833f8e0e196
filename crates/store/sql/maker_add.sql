-- A maker that is used for the first time.
INSERT INTO dbvideo_maker (maker, reason, updated_at)
VALUES ($1, '', {now})
ON CONFLICT DO NOTHING
