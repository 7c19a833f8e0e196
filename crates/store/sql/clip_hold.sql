-- The copy of a hold in the clip, where claims look for it.
UPDATE dbvideo_process
SET held = $1
WHERE scenecode = $2
