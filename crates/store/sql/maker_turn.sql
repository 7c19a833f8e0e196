-- The first write of every lock: it makes the claimers of one maker follow one another, so that what they count is true.
UPDATE dbvideo_maker
SET intents = intents + 1, updated_at = {now}
WHERE maker = $1 AND paused_until <= {now} AND next_call_at <= {now}
