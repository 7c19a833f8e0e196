-- What a database holds that a restored film would be mixed up with: work, and workers that have not ended.
SELECT
    (SELECT COUNT(*) FROM dbvideo_shot) AS shots,
    (SELECT COUNT(*) FROM dbvideo_arcpictask) + (SELECT COUNT(*) FROM dbvideo_process) +
    (SELECT COUNT(*) FROM dbvideo_submission) + (SELECT COUNT(*) FROM dbvideo_videometa) +
    (SELECT COUNT(*) FROM dbvideo_worklog) AS others,
    (SELECT COUNT(*) FROM dbvideo_worker WHERE ended_at IS NULL AND lastbeat > {now} - $1) AS workers
