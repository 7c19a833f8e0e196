-- The shots of a batch that are there already, found by their codes in lower case. MariaDB unfolds
-- JSON by JSON_TABLE.
SELECT
    shot.scenecode, shot.chapter, shot.chapter_title, shot.position, shot.title, shot.first_prompt,
    shot.last_prompt, shot.aiwords, shot.negative_prompt, shot.seed, shot.duration_ms, shot.dialogue,
    shot.characters, shot.location, shot.refs, shot.extra, task.tasktype, task.priority
FROM JSON_TABLE($1, '$[*]' COLUMNS (folded VARCHAR(191) CHARACTER SET utf8mb4 PATH '$')) AS it
STRAIGHT_JOIN dbvideo_shot AS shot ON shot.folded = it.folded
LEFT JOIN dbvideo_arcpictask AS task ON task.scenecode = shot.scenecode
