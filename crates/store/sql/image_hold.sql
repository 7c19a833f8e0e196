-- The copy of a hold in the image task, where claims look for it.
UPDATE dbvideo_arcpictask
SET held = $1
WHERE scenecode = $2
