-- A page of the storyboard, whole rows by their key, for a backup.
SELECT
    scenecode, folded, chapter, chapter_title, position, title, first_prompt, last_prompt, aiwords,
    negative_prompt, seed, duration_ms, dialogue, characters, location, refs, review, review_reason, held,
    extra, created_at, updated_at
FROM dbvideo_shot
WHERE scenecode > $1
ORDER BY scenecode
LIMIT 500
