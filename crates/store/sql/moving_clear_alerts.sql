-- What was alerted of a film without shots gives way to a restored film's alerts.
DELETE FROM dbvideo_alert
