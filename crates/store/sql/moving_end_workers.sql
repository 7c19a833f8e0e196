-- No worker of the film's old place works on it here.
UPDATE dbvideo_worker
SET state = 'stopped', doing = '', current_type = '', wanted = '', ended_at = {now}
WHERE ended_at IS NULL
