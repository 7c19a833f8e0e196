-- A page of the watchdog's lease, whole rows by their key, for a backup.
SELECT
    name, holder, renewed_at, grace_until, last_sweep_at, swept_since_grace
FROM dbvideo_lease
WHERE name > $1
ORDER BY name
LIMIT 500
