-- A person holds a shot, or lets it go.
UPDATE dbvideo_shot
SET held = $1
WHERE scenecode = $2 AND held <> $3
