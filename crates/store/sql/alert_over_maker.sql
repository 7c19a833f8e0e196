-- A paused maker was let go.
UPDATE dbvideo_alert
SET seen_at = {now}
WHERE seen_at IS NULL AND kind = 'maker paused' AND maker = $1
