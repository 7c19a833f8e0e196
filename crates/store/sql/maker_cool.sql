-- A maker that has no room is left alone for a while; a longer wait is not made shorter.
UPDATE dbvideo_maker
SET next_call_at = {now} + $1, updated_at = {now}
WHERE maker = $2 AND next_call_at < {now} + $3
