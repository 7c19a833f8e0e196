-- PostgreSQL does not count ids that were written out: its sequences are set above the highest.
SELECT
    setval(pg_get_serial_sequence('dbvideo_arcpictask', 'taskid'), COALESCE((SELECT MAX(taskid) FROM dbvideo_arcpictask), 0) + 1, false),
    setval(pg_get_serial_sequence('dbvideo_submission', 'id'), COALESCE((SELECT MAX(id) FROM dbvideo_submission), 0) + 1, false),
    setval(pg_get_serial_sequence('dbvideo_worklog', 'id'), COALESCE((SELECT MAX(id) FROM dbvideo_worklog), 0) + 1, false),
    setval(pg_get_serial_sequence('dbvideo_alert', 'id'), COALESCE((SELECT MAX(id) FROM dbvideo_alert), 0) + 1, false)
