-- New texts of a batch of shots; MariaDB unfolds JSON by JSON_TABLE and joins where others say FROM.
UPDATE JSON_TABLE($1, '$[*]' COLUMNS (
    scenecode VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.scenecode',
    chapter BIGINT PATH '$.chapter',
    chapter_title LONGTEXT CHARACTER SET utf8mb4 PATH '$.chapter_title',
    position BIGINT PATH '$.position',
    title LONGTEXT CHARACTER SET utf8mb4 PATH '$.title',
    first_prompt LONGTEXT CHARACTER SET utf8mb4 PATH '$.first_prompt',
    last_prompt LONGTEXT CHARACTER SET utf8mb4 PATH '$.last_prompt',
    aiwords LONGTEXT CHARACTER SET utf8mb4 PATH '$.aiwords',
    negative_prompt LONGTEXT CHARACTER SET utf8mb4 PATH '$.negative_prompt',
    seed BIGINT PATH '$.seed',
    duration_ms BIGINT PATH '$.duration_ms',
    dialogue LONGTEXT CHARACTER SET utf8mb4 PATH '$.dialogue',
    characters LONGTEXT CHARACTER SET utf8mb4 PATH '$.characters',
    location LONGTEXT CHARACTER SET utf8mb4 PATH '$.location',
    refs LONGTEXT CHARACTER SET utf8mb4 PATH '$.refs',
    extra LONGTEXT CHARACTER SET utf8mb4 PATH '$.extra'
)) AS it
STRAIGHT_JOIN dbvideo_shot AS shot ON shot.scenecode = it.scenecode
SET
    shot.chapter = it.chapter, shot.chapter_title = it.chapter_title, shot.position = it.position,
    shot.title = it.title, shot.first_prompt = it.first_prompt, shot.last_prompt = it.last_prompt,
    shot.aiwords = it.aiwords, shot.negative_prompt = it.negative_prompt, shot.seed = it.seed,
    shot.duration_ms = it.duration_ms, shot.dialogue = it.dialogue, shot.characters = it.characters,
    shot.location = it.location, shot.refs = it.refs, shot.extra = it.extra, shot.updated_at = {now}
