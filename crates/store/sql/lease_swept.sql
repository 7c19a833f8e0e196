-- A full sweep ran.
UPDATE dbvideo_lease
SET last_sweep_at = {now}, renewed_at = {now}, swept_since_grace = 1
WHERE name = 'watchdog' AND holder = $1
