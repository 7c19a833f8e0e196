-- A batch of rows of the shared limits of makers as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_maker (
    maker, in_flight_limit, intents, next_call_at, paused_until, reason, updated_at
)
SELECT
    value ->> 'maker', value ->> 'in_flight_limit', value ->> 'intents', value ->> 'next_call_at',
    value ->> 'paused_until', value ->> 'reason', value ->> 'updated_at'
FROM json_each($1)
