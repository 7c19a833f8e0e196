-- The shots of a batch that are there already, found by their codes in lower case. SQLite unfolds JSON
-- by json_each.
SELECT
    shot.scenecode, shot.chapter, shot.chapter_title, shot.position, shot.title, shot.first_prompt,
    shot.last_prompt, shot.aiwords, shot.negative_prompt, shot.seed, shot.duration_ms, shot.dialogue,
    shot.characters, shot.location, shot.refs, shot.extra, task.tasktype, task.priority
FROM json_each($1) AS it
CROSS JOIN dbvideo_shot AS shot ON shot.folded = it.value
LEFT JOIN dbvideo_arcpictask AS task ON task.scenecode = shot.scenecode
