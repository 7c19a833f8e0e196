-- How many clips a maker may have at once.
UPDATE dbvideo_maker
SET in_flight_limit = $1, updated_at = {now}
WHERE maker = $2
