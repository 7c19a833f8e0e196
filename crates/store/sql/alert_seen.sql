-- A person has seen to one alert, or, with 1 in the first place, to all of them.
UPDATE dbvideo_alert
SET seen_at = {now}
WHERE seen_at IS NULL AND ($1 = 1 OR id = $2)
