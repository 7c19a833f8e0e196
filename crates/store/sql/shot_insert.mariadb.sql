-- A batch of new shots; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_shot (
    scenecode, folded, chapter, chapter_title, position, title, first_prompt, last_prompt, aiwords,
    negative_prompt, seed, duration_ms, dialogue, characters, location, refs, extra, review_reason,
    created_at, updated_at
)
SELECT
    it.scenecode, it.folded, it.chapter, it.chapter_title, it.position, it.title, it.first_prompt,
    it.last_prompt, it.aiwords, it.negative_prompt, it.seed, it.duration_ms, it.dialogue, it.characters,
    it.location, it.refs, it.extra, '', {now}, {now}
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    scenecode VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.scenecode',
    folded VARCHAR(191) CHARACTER SET utf8mb4 PATH '$.folded',
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
