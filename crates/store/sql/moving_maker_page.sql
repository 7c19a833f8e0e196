-- A page of the shared limits of makers, whole rows by their key, for a backup.
SELECT
    maker, in_flight_limit, intents, next_call_at, paused_until, reason, updated_at
FROM dbvideo_maker
WHERE maker > $1
ORDER BY maker
LIMIT 500
