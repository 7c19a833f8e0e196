-- A maker may be used again.
UPDATE dbvideo_maker
SET paused_until = 0, next_call_at = 0, reason = '', updated_at = {now}
WHERE maker = $1
