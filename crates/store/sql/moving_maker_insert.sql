-- A batch of rows of the shared limits of makers as a backup has them, from one JSON array.
INSERT INTO dbvideo_maker (
    maker, in_flight_limit, intents, next_call_at, paused_until, reason, updated_at
)
SELECT
    maker, in_flight_limit, intents, next_call_at, paused_until, reason, updated_at
FROM json_populate_recordset(CAST(NULL AS dbvideo_maker), CAST($1 AS json))
