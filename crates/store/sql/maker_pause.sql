-- Nobody submits to a maker for a while.
UPDATE dbvideo_maker
SET paused_until = {now} + $1, reason = $2, updated_at = {now}
WHERE maker = $3
