-- One shot of the storyboard.
SELECT
    shot.scenecode, shot.chapter, shot.chapter_title, shot.position, shot.title, shot.first_prompt,
    shot.last_prompt, shot.aiwords, shot.negative_prompt, shot.seed, shot.duration_ms, shot.dialogue,
    shot.characters, shot.location, shot.refs, shot.extra, task.tasktype, task.priority
FROM dbvideo_shot AS shot
LEFT JOIN dbvideo_arcpictask AS task ON task.scenecode = shot.scenecode
WHERE shot.scenecode = $1
