-- Who watches, since when, and the clock.
SELECT holder, renewed_at, grace_until, last_sweep_at, swept_since_grace, {now} AS now
FROM dbvideo_lease
WHERE name = 'watchdog'
