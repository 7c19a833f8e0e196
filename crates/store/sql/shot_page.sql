-- Shots in the order of the film, after a place. The first condition is implied by the second, which MariaDB does
-- not look up in an index.
SELECT
    shot.scenecode, shot.chapter, shot.chapter_title, shot.position, shot.title, shot.first_prompt,
    shot.last_prompt, shot.aiwords, shot.negative_prompt, shot.seed, shot.duration_ms, shot.dialogue,
    shot.characters, shot.location, shot.refs, shot.extra, task.tasktype, task.priority
FROM dbvideo_shot AS shot
LEFT JOIN dbvideo_arcpictask AS task ON task.scenecode = shot.scenecode
WHERE shot.chapter >= $1
    AND (shot.chapter, shot.position, shot.scenecode) > ($2, $3, $4)
ORDER BY shot.chapter, shot.position, shot.scenecode
LIMIT $5
