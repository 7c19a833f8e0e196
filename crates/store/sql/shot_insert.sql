-- A batch of new shots, from one JSON array.
INSERT INTO dbvideo_shot (
    scenecode, folded, chapter, chapter_title, position, title, first_prompt, last_prompt, aiwords,
    negative_prompt, seed, duration_ms, dialogue, characters, location, refs, extra, review_reason,
    created_at, updated_at
)
SELECT
    it.scenecode, it.folded, it.chapter, it.chapter_title, it.position, it.title, it.first_prompt,
    it.last_prompt, it.aiwords, it.negative_prompt, it.seed, it.duration_ms, it.dialogue, it.characters,
    it.location, it.refs, it.extra, '', {now}, {now}
FROM json_to_recordset(CAST($1 AS json)) AS it (
    scenecode TEXT, folded TEXT, chapter BIGINT, chapter_title TEXT, position BIGINT, title TEXT,
    first_prompt TEXT, last_prompt TEXT, aiwords TEXT, negative_prompt TEXT, seed BIGINT,
    duration_ms BIGINT, dialogue TEXT, characters TEXT, location TEXT, refs TEXT, extra TEXT
)
