-- How many rows a film has in all its tables; the first look of a backup.
SELECT
    (SELECT COUNT(*) FROM dbvideo_film) +
    (SELECT COUNT(*) FROM dbvideo_shot) +
    (SELECT COUNT(*) FROM dbvideo_arcpictask) +
    (SELECT COUNT(*) FROM dbvideo_process) +
    (SELECT COUNT(*) FROM dbvideo_submission) +
    (SELECT COUNT(*) FROM dbvideo_videometa) +
    (SELECT COUNT(*) FROM dbvideo_worklog) +
    (SELECT COUNT(*) FROM dbvideo_alert) +
    (SELECT COUNT(*) FROM dbvideo_worker) +
    (SELECT COUNT(*) FROM dbvideo_maker) +
    (SELECT COUNT(*) FROM dbvideo_lease) AS found
