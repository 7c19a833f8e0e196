-- A shot got what it lacked: what was said of its failing is over.
UPDATE dbvideo_alert
SET seen_at = {now}
WHERE seen_at IS NULL AND scenecode = $1 AND kind IN ('failed', 'refused', 'no files')
