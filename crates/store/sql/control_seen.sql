-- Who decides what becomes of a shot has seen to its alerts.
UPDATE dbvideo_alert
SET seen_at = {now}
WHERE seen_at IS NULL AND scenecode = $1
