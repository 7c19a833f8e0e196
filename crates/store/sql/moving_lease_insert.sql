-- A batch of rows of the watchdog's lease as a backup has them, from one JSON array.
INSERT INTO dbvideo_lease (
    name, holder, renewed_at, grace_until, last_sweep_at, swept_since_grace
)
SELECT
    name, holder, renewed_at, grace_until, last_sweep_at, swept_since_grace
FROM json_populate_recordset(CAST(NULL AS dbvideo_lease), CAST($1 AS json))
