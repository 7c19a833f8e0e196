-- Where shots stand, in the order of the film, after a place. The first condition is implied by the second, which
-- MariaDB does not look up in an index.
SELECT
    shot.scenecode, shot.chapter, shot.chapter_title, shot.position, shot.title, shot.first_prompt,
    shot.last_prompt, shot.dialogue, shot.duration_ms, shot.held, task.tasktype, task.status, task.priority, task.worker_id,
    task.claim_seq, task.retry_count, task.last_error, task.firstpic, task.secondpic, task.finished_at, process.status AS clip_status,
    process.task_lock, process.worker_id AS clip_worker, process.claim_seq AS clip_seq, process.maker,
    process.vdurl, process.retry_count AS clip_retries, process.last_error AS clip_error,
    process.firstpic AS clip_firstpic, process.secondpic AS clip_secondpic, meta.path, meta.bytes, meta.sha256,
    meta.duration_ms AS made_ms, meta.width, meta.height, meta.fps
FROM dbvideo_shot AS shot
LEFT JOIN dbvideo_arcpictask AS task ON task.scenecode = shot.scenecode
LEFT JOIN dbvideo_process AS process ON process.scenecode = shot.scenecode
LEFT JOIN dbvideo_videometa AS meta ON meta.scenecode = shot.scenecode
WHERE shot.chapter >= $1
    AND (shot.chapter, shot.position, shot.scenecode) > ($2, $3, $4)
    AND ($5 = 1 OR shot.chapter = $6)
    AND ($7 = 1 OR task.tasktype = $8)
    AND ($9 = 1 OR task.status = $10)
    AND ($11 = 1 OR (process.status = $12 AND process.task_lock BETWEEN $13 AND $14))
ORDER BY shot.chapter, shot.position, shot.scenecode
LIMIT $15
