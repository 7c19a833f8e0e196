-- A batch of rows of the shared limits of makers as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_maker (
    maker, in_flight_limit, intents, next_call_at, paused_until, reason, updated_at
)
SELECT
    it.maker, it.in_flight_limit, it.intents, it.next_call_at, it.paused_until, it.reason, it.updated_at
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    maker LONGTEXT CHARACTER SET utf8mb4 PATH '$.maker',
    in_flight_limit BIGINT PATH '$.in_flight_limit',
    intents BIGINT PATH '$.intents',
    next_call_at BIGINT PATH '$.next_call_at',
    paused_until BIGINT PATH '$.paused_until',
    reason LONGTEXT CHARACTER SET utf8mb4 PATH '$.reason',
    updated_at BIGINT PATH '$.updated_at'
)) AS it
