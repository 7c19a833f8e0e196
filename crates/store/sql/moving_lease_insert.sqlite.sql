-- A batch of rows of the watchdog's lease as a backup has them; SQLite unfolds JSON by json_each.
INSERT INTO dbvideo_lease (
    name, holder, renewed_at, grace_until, last_sweep_at, swept_since_grace
)
SELECT
    value ->> 'name', value ->> 'holder', value ->> 'renewed_at', value ->> 'grace_until',
    value ->> 'last_sweep_at', value ->> 'swept_since_grace'
FROM json_each($1)
