-- A batch of rows of the storyboard as a backup has them, from one JSON array.
INSERT INTO dbvideo_shot (
    scenecode, folded, chapter, chapter_title, position, title, first_prompt, last_prompt, aiwords,
    negative_prompt, seed, duration_ms, dialogue, characters, location, refs, review, review_reason, held,
    extra, created_at, updated_at
)
SELECT
    scenecode, folded, chapter, chapter_title, position, title, first_prompt, last_prompt, aiwords,
    negative_prompt, seed, duration_ms, dialogue, characters, location, refs, review, review_reason, held,
    extra, created_at, updated_at
FROM json_populate_recordset(CAST(NULL AS dbvideo_shot), CAST($1 AS json))
