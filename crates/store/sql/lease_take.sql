-- Takes or renews the watch, if nobody did since it was read.
UPDATE dbvideo_lease
SET holder = $1, renewed_at = {now}, grace_until = $2, swept_since_grace = $3
WHERE name = 'watchdog' AND holder = $4 AND renewed_at = $5
