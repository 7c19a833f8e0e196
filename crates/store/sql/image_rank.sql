-- A person ranks the image task of a shot.
UPDATE dbvideo_arcpictask
SET priority = $1
WHERE scenecode = $2 AND priority <> $3
