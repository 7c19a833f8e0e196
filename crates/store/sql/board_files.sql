-- What the rows of every shot say of its files.
SELECT
    task.scenecode, task.status, task.claim_seq, task.firstpic, task.secondpic, task.first_sha256,
    task.second_sha256, process.status AS clip_status, process.task_lock, process.claim_seq AS clip_seq,
    process.firstpic AS clip_firstpic, process.secondpic AS clip_secondpic, meta.path, meta.bytes, meta.sha256
FROM dbvideo_arcpictask AS task
LEFT JOIN dbvideo_process AS process ON process.scenecode = task.scenecode
LEFT JOIN dbvideo_videometa AS meta ON meta.scenecode = task.scenecode
ORDER BY task.scenecode
