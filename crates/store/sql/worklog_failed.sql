-- Claims that failed, the newest last, with the class of their fault.
SELECT scenecode, fault
FROM dbvideo_worklog
WHERE outcome = 'failed' AND fault IS NOT NULL
ORDER BY id
