-- A person ranks the clip of a shot.
UPDATE dbvideo_process
SET priority = $1
WHERE scenecode = $2 AND priority <> $3
