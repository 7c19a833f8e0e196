-- Shots in the order of the film, after a place.
SELECT
    shot.scenecode, shot.chapter, shot.chapter_title, shot.position, shot.title, shot.first_prompt,
    shot.last_prompt, shot.aiwords, shot.negative_prompt, shot.seed, shot.duration_ms, shot.dialogue,
    shot.characters, shot.location, shot.refs, shot.extra, task.tasktype, task.priority
FROM dbvideo_shot AS shot
JOIN dbvideo_arcpictask AS task ON task.scenecode = shot.scenecode
WHERE shot.chapter > $1
    OR (shot.chapter = $2 AND shot.position > $3)
    OR (shot.chapter = $4 AND shot.position = $5 AND shot.scenecode > $6)
ORDER BY shot.chapter, shot.position, shot.scenecode
LIMIT $7
