-- A batch of rows of the storyboard as a backup has them; MariaDB unfolds JSON by JSON_TABLE.
INSERT INTO dbvideo_shot (
    scenecode, folded, chapter, chapter_title, position, title, first_prompt, last_prompt, aiwords,
    negative_prompt, seed, duration_ms, dialogue, characters, location, refs, review, review_reason, held,
    extra, created_at, updated_at
)
SELECT
    it.scenecode, it.folded, it.chapter, it.chapter_title, it.position, it.title, it.first_prompt,
    it.last_prompt, it.aiwords, it.negative_prompt, it.seed, it.duration_ms, it.dialogue, it.characters,
    it.location, it.refs, it.review, it.review_reason, it.held, it.extra, it.created_at, it.updated_at
FROM JSON_TABLE($1, '$[*]' COLUMNS (
    scenecode LONGTEXT CHARACTER SET utf8mb4 PATH '$.scenecode',
    folded LONGTEXT CHARACTER SET utf8mb4 PATH '$.folded',
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
    review LONGTEXT CHARACTER SET utf8mb4 PATH '$.review',
    review_reason LONGTEXT CHARACTER SET utf8mb4 PATH '$.review_reason',
    held BIGINT PATH '$.held',
    extra LONGTEXT CHARACTER SET utf8mb4 PATH '$.extra',
    created_at BIGINT PATH '$.created_at',
    updated_at BIGINT PATH '$.updated_at'
)) AS it
