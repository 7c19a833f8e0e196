-- The limits of a maker.
SELECT in_flight_limit, paused_until, next_call_at, reason, {now} AS now
FROM dbvideo_maker
WHERE maker = $1
