-- How many submitted clips only one start of a worker can fetch.
SELECT COUNT(*) AS clips
FROM dbvideo_process
WHERE status = 'submitted' AND reach = $1
